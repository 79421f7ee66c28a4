import { idParams } from '#contract/http.ts'
import { requireRole, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { sendTable, tableFormats } from '#server/platform/spreadsheet/send-table.ts'
import type { Deps } from '#server/startup/deps.ts'
import { everyTransaction, hasMoreThan, noteOf } from './export-store.ts'
import { recipientTable, transactionTable } from './export-tables.ts'
import { recipientsOf } from './recipients.ts'
import { findTransaction, hasPayroll } from './store.ts'

/** A spreadsheet could hold ten times as many rows, but would open slowly. */
const standardXlsxRowsAtMost = 100_000

const mayExport = requireRole('ADMIN', 'APPROVER', 'ACCOUNTANT')

export async function exportRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, config, xlsxRowsAtMost = standardXlsxRowsAtMost } = deps

  for (const format of tableFormats) {
    app.get(
      `/payrolls/:id/transactions.${format}`,
      { preValidation: mayExport, schema: { tags: ['transactions'], params: idParams } },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const { id } = request.params
        if (!isUuid(id) || !(await hasPayroll(db, companyId, id))) throw new Refusal('NOT_FOUND')
        if (format === 'xlsx' && (await hasMoreThan(db, companyId, id, xlsxRowsAtMost))) {
          throw new Refusal('EXPORT_TOO_LARGE')
        }
        const table = transactionTable(everyTransaction(db, companyId, id), language(request))
        return sendTable(request, reply, { what: 'transactions', format, table, now: clock.now() })
      },
    )

    app.get(
      `/transactions/:id/recipients.${format}`,
      { preValidation: mayExport, schema: { tags: ['transactions'], params: idParams } },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const { id } = request.params
        const transaction = isUuid(id) ? await findTransaction(db, companyId, id) : null
        if (!transaction) throw new Refusal('NOT_FOUND')
        const { payment } = transaction
        const note = payment ? await noteOf(db, companyId, payment._id) : ''
        const recipients = await recipientsOf(db, companyId, id, config.network)
        const table = recipientTable({ transaction, note }, recipients, language(request))
        return sendTable(request, reply, { what: 'recipients', format, table, now: clock.now() })
      },
    )
  }
}
