import { Readable } from 'node:stream'
import { withoutFormula } from '#domain/employee-csv.ts'
import { type Cell, localTime, type SheetColumn, type Table } from './table.ts'

const byteOrderMark = '\uFEFF'

function field(cell: Cell, { kind }: SheetColumn): string {
  if (cell === null) return ''
  if (cell instanceof Date) return localTime(cell)
  if (kind !== 'text') return cell
  return `"${withoutFormula(cell).replaceAll('"', '""')}"`
}

/** RFC 4180 in UTF-8 with a byte order mark, without which Excel shows no accents. */
export function csvOf({ columns, batches }: Table): Readable {
  async function* lines() {
    const titles = columns.map(({ title }) => field(title, { title, kind: 'text' }))
    yield `${byteOrderMark}${titles.join()}\r\n`
    for await (const rows of batches) {
      yield rows
        .map((row) => `${row.map((cell, i) => field(cell, columns[i] as SheetColumn)).join()}\r\n`)
        .join('')
    }
  }
  return Readable.from(lines())
}
