import { readCsvHeader } from './employee-csv.ts'
import { employeeFieldNames } from './employee-fields.ts'

/** A spreadsheet's own line that names the separator; it counts as no line of the table. */
const separatorLine = /^\s*"?sep=([,;\t|])"?[^\S\r\n\t]*(\r\n|\n|\r)/i

const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** No header is longer than this many characters. */
export const headerLimit = 65_536
/** The header stands in one of so many lines. */
const linesSearched = 10
/** A line with as many filled cells may be a person, and is never passed over as a title. */
const cellsOfPerson = 4

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

type Line = { text: string; at: number }

/** The first lines of a text, and whether a longer text could show more of them. */
function firstLines(text: string, last: boolean): { lines: Line[]; isAll: boolean } {
  const lines: Line[] = []
  let at = 0
  while (lines.length < linesSearched && at < text.length) {
    const found = /\r\n|\n|\r/.exec(text.slice(at, at + headerLimit))
    const end = found ? at + found.index : text.length
    // A carriage return at the very end may be half of a line end.
    const isWhole = found !== null && (end + found[0].length < text.length || last)
    if (!isWhole && !last && text.length <= headerLimit) return { lines, isAll: false }
    lines.push({ text: text.slice(at, Math.min(end, at + headerLimit)), at })
    at = found ? end + found[0].length : text.length
  }
  const isAll = last || lines.length === linesSearched || text.length > headerLimit
  return { lines, isAll }
}

const cellsOf = (line: string, separator: Separator): string[] =>
  line.split(separator).map((cell) => cell.replaceAll('"', ''))

type Reading = { separator: Separator; named: number }

/** A line as a header: the separator under which it names the most fields; cells decide a tie. */
function asHeader(line: string, allowed: readonly Separator[]): Reading {
  const readings = allowed.map((separator) => {
    const cells = cellsOf(line, separator)
    const { columns } = readCsvHeader(cells)
    const named = employeeFieldNames.filter((field) => columns[field] !== undefined).length
    return { separator, named, score: named * 1_000 + cells.length }
  })
  return readings.reduce((best, reading) => (reading.score > best.score ? reading : best))
}

const isTitle = (line: string, separator: Separator): boolean =>
  cellsOf(line, separator).filter((cell) => cell.trim() !== '').length < cellsOfPerson

/** A header names as many fields at least; a title may be one's name by chance. */
const fieldsOfHeader = 2

/**
 * The line that is the header: the first that names two fields and has only titles before it, else the
 * first of all. Null: read on.
 */
function findHeader(text: string, last: boolean, allowed: readonly Separator[]) {
  const { lines, isAll } = firstLines(text, last)
  const readings = lines.map((line, index) => {
    const { separator, named } = asHeader(line.text, allowed)
    const before = lines.slice(0, index)
    const isHeader =
      named >= fieldsOfHeader && before.every((title) => isTitle(title.text, separator))
    return { separator, index, at: line.at, isHeader }
  })
  const found = readings.find(({ isHeader }) => isHeader)
  return found ?? (isAll ? (readings[0] ?? null) : null)
}

/** How a table begins: its separator, its place, and the titles before it in the lines that count. */
export type FileStart = {
  separator: Separator
  tableAt: number
  titleLines: number
  /** A line that names the separator stands before: lines count from it. */
  isDeclared: boolean
}

/** How a text without blank lines before it begins; null: read on first. */
export function fileStart(text: string, last: boolean): FileStart | null {
  const declared = separatorLine.exec(text)
  const from = declared?.[0].length ?? 0
  const allowed = declared ? [declared[1] as Separator] : separators
  const header = findHeader(text.slice(from), last, allowed)
  const start = { isDeclared: declared !== null, titleLines: 0 }
  if (header) {
    const { separator, at, index } = header
    return { ...start, separator, tableAt: from + at, titleLines: index }
  }
  return last || text.length > headerLimit
    ? { ...start, separator: allowed[0] ?? ',', tableAt: from }
    : null
}
