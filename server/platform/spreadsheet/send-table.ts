import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#contract/texts/index.ts'
import type { FileText } from '#contract/texts/keys.ts'
import { language } from '#server/platform/http/http.ts'
import { csvOf } from './csv.ts'
import { localTime, type Table } from './table.ts'
import { xlsxOf } from './xlsx.ts'

const formats = {
  csv: { write: csvOf, type: 'text/csv; charset=utf-8' },
  xlsx: {
    write: xlsxOf,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const satisfies Record<string, { write: (table: Table) => Readable; type: string }>
export type TableFormat = keyof typeof formats
export const tableFormats = ['csv', 'xlsx'] as const satisfies readonly TableFormat[]

/** Sends a table as a file that is named after its content and the day. */
export function sendTable(
  request: FastifyRequest,
  reply: FastifyReply,
  { what, format, table, now }: { what: FileText; format: TableFormat; table: Table; now: Date },
) {
  const day = localTime(now).slice(0, 10)
  const name = `${texts[language(request)].exports.files[what]}-${day}.${format}`
  const { write, type } = formats[format]
  const file = write(table)
  file.on('error', (err) => request.log.error({ err }, 'an export broke off'))
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(file)
}
