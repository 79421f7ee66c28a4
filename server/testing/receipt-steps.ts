import { extractText, getDocumentProxy } from 'unpdf'
import { issueDueReceipts } from '#server/features/receipts/issue.ts'
import { tellOnTheWay } from '#server/features/receipts/mails.ts'
import type { Engine } from './engine.ts'

type Ids = { companyId: string; employeeIds: readonly string[] }

/** The worker's duty of receipts, step by step. */
export function receiptSteps(engine: Engine) {
  const deps = { ...engine, sms: true }
  return {
    issue: (now = new Date()) => issueDueReceipts(engine.worker, { ...deps, now }),
    /** `later`: milliseconds from now. */
    tellOnTheWay: (later = 0) =>
      tellOnTheWay(engine.worker, { ...deps, now: new Date(Date.now() + later) }),
    receiptsOf: (paymentId: string) =>
      engine.db
        .selectFrom('receipts')
        .select(['id', 'payment_line_id', 'year', 'number', 'txid', 'voided_at', 'facts'])
        .where('payment_id', '=', paymentId)
        .orderBy('year')
        .orderBy('number')
        .execute(),
    /** Everybody has a mail address, and the company sends receipts. */
    async notifies({ companyId, employeeIds }: Ids) {
      await engine.owner
        .updateTable('companies')
        .set({ notify_employees: true })
        .where('id', '=', companyId)
        .execute()
      for (const [index, id] of employeeIds.entries()) {
        await engine.owner
          .updateTable('employees')
          .set({ email: `persona${index}@izalco.sv` })
          .where('id', '=', id)
          .execute()
      }
    },
    messages: (companyId: string) =>
      engine.db
        .selectFrom('messages')
        .select(['id', 'recipient', 'template', 'state'])
        .where('company_id', '=', companyId)
        .where('template', 'in', ['receipt', 'receiptOnItsWay'])
        .orderBy('id')
        .execute(),
  }
}

/** The words of a file of one page, as a reader extracts them, without any blank. */
export async function wordsOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  await pdf.loadingTask.destroy()
  return text.replaceAll(/\s/g, '')
}
