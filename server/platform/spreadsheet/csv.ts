import { Readable } from 'node:stream'
import { type Cell, type Column, localTime, type Table } from './table.ts'

const byteOrderMark = '\uFEFF'

/**
 * A text that spreadsheets would take for a formula gets an apostrophe in front, which they read as
 * 'this is text': https://owasp.org/www-community/attacks/CSV_Injection. The full-width signs are
 * formulas in Japanese Excel.
 */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text

function field(cell: Cell, { kind }: Column): string {
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
        .map((row) => `${row.map((cell, i) => field(cell, columns[i] as Column)).join()}\r\n`)
        .join('')
    }
  }
  return Readable.from(lines())
}
