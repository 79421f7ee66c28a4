import { csvFields, readCsvHeader } from './employee-csv.ts'

/** A spreadsheet's own line that names the separator; it counts as no line of the table. */
const separatorLine = /^\s*"?sep=([,;\t])"?[^\S\r\n\t]*(\r\n|\n|\r)/i

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** No header is longer than this many characters. */
export const headerLimit = 65_536

/** The blank lines at the beginning of a text: how many they are, and how many characters they take. */
export function blankLines(text: string): { lines: number; length: number } {
  let lines = 0
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\n') {
      // A line feed after a carriage return is the second half of a line end that is counted
      // already.
      if (text[at - 1] !== '\r') lines++
      length = at + 1
    } else if (sign === '\r') {
      // The line feed of this line end may be still to come.
      if (at + 1 === text.length) break
      lines++
      length = at + 1
    } else if (!/\s/.test(sign)) break
  }
  return { lines, length }
}

/** The first line of a text that begins with one, without its end; null while that is not read. */
function firstLine(text: string, last: boolean): string | null {
  const end = text.search(/[\r\n]/)
  const line = end < 0 ? text : text.slice(0, end)
  const isWhole = end >= 0 || last || text.length > headerLimit
  return isWhole && line.trim() !== '' ? line : null
}

/** The separator under which the header names the most of our columns; cells decide a tie. */
export function sniffSeparator(line: string): Separator {
  const scores = separators.map((separator) => {
    const cells = line.split(separator).map((cell) => cell.replaceAll('"', ''))
    const { columns } = readCsvHeader(cells)
    return csvFields.filter((field) => columns[field] !== undefined).length * 1_000 + cells.length
  })
  return separators[scores.indexOf(Math.max(...scores))] ?? ','
}

/**
 * How a text without blank lines before it begins: its separator, and where the table starts; null: read
 * on first.
 */
export function fileStart(
  text: string,
  last: boolean,
): { separator: Separator; tableAt: number } | null {
  const declared = separatorLine.exec(text)
  if (declared) return { separator: declared[1] as Separator, tableAt: declared[0].length }
  const line = firstLine(text, last)
  if (line !== null) return { separator: sniffSeparator(line), tableAt: 0 }
  return last || text.length > headerLimit ? { separator: ',', tableAt: 0 } : null
}
