import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idParams } from '#contract/http.ts'
import { texts } from '#contract/texts/index.ts'
import type { FileText } from '#contract/texts/keys.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { csvOf } from '#server/platform/spreadsheet/csv.ts'
import { localTime, type Table } from '#server/platform/spreadsheet/table.ts'
import { xlsxOf } from '#server/platform/spreadsheet/xlsx.ts'
import type { Deps } from '#server/startup/deps.ts'
import { everyTransaction, hasMoreThan, noteOf } from './export-store.ts'
import { recipientTable, transactionTable } from './export-tables.ts'
import { recipientsOf } from './recipients.ts'
import { findTransaction, hasPayroll } from './store.ts'

const formats = {
  csv: { write: csvOf, type: 'text/csv; charset=utf-8' },
  xlsx: {
    write: xlsxOf,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const satisfies Record<string, { write: (table: Table) => Readable; type: string }>
type Format = keyof typeof formats

/** A sheet could hold ten times as many; opening one of them is no pleasure. */
const standardXlsxRowsAtMost = 100_000

export async function exportRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, config, xlsxRowsAtMost = standardXlsxRowsAtMost } = deps

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { what, format, table }: { what: FileText; format: Format; table: Table },
  ) {
    const day = localTime(clock.now()).slice(0, 10)
    const name = `${texts[language(request)].exports.files[what]}-${day}.${format}`
    const { write, type } = formats[format]
    const file = write(table)
    file.on('error', (err) => request.log.error({ err }, 'an export broke off'))
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  }

  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `/payrolls/:id/transactions.${format}`,
      { preValidation: requireSession, schema: { tags: ['transactions'], params: idParams } },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const { id } = request.params
        if (!isUuid(id) || !(await hasPayroll(db, companyId, id))) throw new Refusal('NOT_FOUND')
        if (format === 'xlsx' && (await hasMoreThan(db, companyId, id, xlsxRowsAtMost))) {
          throw new Refusal('EXPORT_TOO_LARGE')
        }
        const table = transactionTable(everyTransaction(db, companyId, id), language(request))
        return send(request, reply, { what: 'transactions', format, table })
      },
    )

    app.get(
      `/transactions/:id/recipients.${format}`,
      { preValidation: requireSession, schema: { tags: ['transactions'], params: idParams } },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const { id } = request.params
        const transaction = isUuid(id) ? await findTransaction(db, companyId, id) : null
        if (!transaction) throw new Refusal('NOT_FOUND')
        const { payment } = transaction
        const note = payment ? await noteOf(db, companyId, payment._id) : ''
        const recipients = await recipientsOf(db, companyId, id, config.network)
        const table = recipientTable({ transaction, note }, recipients, language(request))
        return send(request, reply, { what: 'recipients', format, table })
      },
    )
  }
}
