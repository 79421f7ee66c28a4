import type { ReceiptMailPreview } from '#contract/receipts.ts'
import { render } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { fileNameOf } from './files.ts'
import { languageOfCountry } from './language.ts'

/** The message with a receipt, of an invented employee of the company. */
export async function readMailPreview(
  db: Db,
  companyId: string,
  { publicUrl }: { publicUrl: string },
  now: Date,
): Promise<ReceiptMailPreview> {
  const { name: company, country } = await db
    .selectFrom('companies')
    .select(['name', 'country'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const language = languageOfCountry(country)
  const params = { name: 'Kevin', company, url: `${publicUrl}/mi-pago` }
  const content = { template: 'receipt', params } as const
  const { subject, text, html } = render(content, 'EMAIL', language)
  const sample = { year: now.getUTCFullYear(), number: 1, isVoid: false }
  return {
    subject,
    text,
    html: html ?? '',
    sms: render(content, 'SMS', language).text,
    file: fileNameOf(sample, language),
  }
}
