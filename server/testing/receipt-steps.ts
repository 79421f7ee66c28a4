import { extractText, getDocumentProxy } from 'unpdf'
import type { Receipt } from '#server/features/receipts/facts.ts'
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
        .select(['id', 'line_id', 'year', 'number', 'txid', 'voided_at', 'facts'])
        .where('sheet_id', '=', paymentId)
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

/** A receipt of somebody who is paid in dollars alone. */
export const aReceipt: Receipt = {
  id: '',
  year: 2026,
  number: 312,
  isVoid: false,
  issuedAt: new Date('2026-10-30T14:52:00Z'),
  facts: {
    language: 'es',
    company: 'Café Izalco',
    site: 'quincena.izalco.sv',
    note: '',
    name: 'Kevin Alexander Ramos',
    identification: '05720381-3',
    payday: null,
    paidAt: '2026-10-30T14:30:12.000Z',
    usdCents: '52000',
    bitcoin: null,
    dollars: { usdCents: '52000', bank: 'Banco Agrícola', accountEnd: '4417' },
    consent: null,
  },
  transfer: null,
}
