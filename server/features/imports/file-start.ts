import { csvFields, readHeader } from '#domain/employee-csv.ts'

/** A spreadsheet's own line that names the separator; it counts as no line of the table. */
const separatorLine = /^\s*"?sep=([,;\t])"?[^\S\r\n\t]*(\r\n|\n|\r)/i

const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** No header is longer than this many characters. */
export const headerLimit = 65_536

/** The first line of the table with something in it, without its end; null while that is not read. */
function firstLine(text: string, last: boolean): string | null {
  const match = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))*([^\r\n]+)(\r\n|\n|\r)?/.exec(text)
  if (!match?.[1]) return null
  return match[2] || last || text.length > headerLimit ? match[1] : null
}

/** The separator under which the header names the most of our columns; cells decide a tie. */
export function sniffSeparator(line: string): Separator {
  const scores = separators.map((separator) => {
    const cells = line.split(separator).map((cell) => cell.replaceAll('"', ''))
    const { columns } = readHeader(cells)
    return csvFields.filter((field) => columns[field] !== undefined).length * 1_000 + cells.length
  })
  return separators[scores.indexOf(Math.max(...scores))] ?? ','
}

/** How the text of a file begins: its separator, and where the table starts; null: read on first. */
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
