import type { ConsentText } from '#contract/consents.ts'
import type { Language } from '#contract/languages.ts'
import { shippedConsentText } from '#contract/texts/consent.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'

/** Reads the present text of a company in a language: its own newest, else the standard one. */
export async function readConsentText(
  db: Db,
  companyId: string,
  language: Language,
): Promise<ConsentText> {
  const own = await db
    .selectFrom('consent_texts')
    .select(['version', 'text'])
    .where('company_id', '=', companyId)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return own ?? { version: 1, text: shippedConsentText[language] }
}

/** Makes a new version of a company's text; an unchanged text keeps its version. */
export async function writeConsentText(
  trx: Trx,
  actor: Actor & { userId: string },
  language: Language,
  text: string,
  now: Date,
): Promise<ConsentText> {
  const { companyId, userId } = actor
  // Two simultaneous texts get a version each.
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .execute()
  const present = await readConsentText(trx, companyId, language)
  if (present.text === text) return present
  const version = present.version + 1
  const row = { company_id: companyId, language, version, text, created_by: userId, at: now }
  await trx.insertInto('consent_texts').values(row).execute()
  const detail = { textVersion: version, language }
  await record(trx, { ...actor, action: 'company.consentTextChanged', subject: '', detail })
  return { version, text }
}
