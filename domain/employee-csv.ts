import { isFiller } from './document.ts'
import {
  aboutField,
  type EmployeeField,
  eachField,
  employeeFieldNames,
  fieldTable,
} from './employee-fields.ts'
import { plainLetters } from './plain-letters.ts'

/** The header of a list of employees: which column holds what, whatever the columns are called. */

/** Names as `plainLetters` leaves them. */
const namesOf = (names?: string) => names?.split(' ') ?? []
const names = eachField(employeeFieldNames, (field) => namesOf(fieldTable[field].names))

/** The place of each field in a row; an absent field is empty for everybody. */
export type CsvColumns = Partial<Record<EmployeeField, number>>

export type HeaderFault =
  | { kind: 'missing'; field: EmployeeField; column: string }
  | { kind: 'duplicate'; field: EmployeeField | null; column: string }
  /** Another name for the same. */
  | { kind: 'alike'; field: EmployeeField; column: string; first: string }

export type CsvHeader = {
  columns: CsvColumns
  /** The places of further columns of a field, which hold it where the better one is blank. */
  further: Partial<Record<EmployeeField, number[]>>
  /** Whether the column at each place has a name at all. */
  isNamed: boolean[]
  faults: HeaderFault[]
}

/** Reads the header line. Columns that mean nothing here are left alone, but none may stand twice. */
export function readCsvHeader(cells: readonly string[]): CsvHeader {
  const plain = cells.map(plainLetters)
  const firstPlaces = new Map<string, number>()
  for (const [place, name] of plain.entries()) {
    if (!firstPlaces.has(name)) firstPlaces.set(name, place)
  }
  const columns: CsvColumns = {}
  const further: CsvHeader['further'] = {}
  const faults: HeaderFault[] = []
  for (const field of employeeFieldNames) {
    const places = placesOf(plain, names[field])
    const { isRequired, doubtfulNames, hasFurtherColumns, template } = aboutField(field)
    if (hasFurtherColumns) places.sort((a, b) => rankOf(field, plain[a]) - rankOf(field, plain[b]))
    const [place] = places.length > 0 ? places : placesOf(plain, namesOf(doubtfulNames))
    if (place !== undefined) columns[field] = place
    else if (isRequired) faults.push({ kind: 'missing', field, column: template })
    for (const again of places.slice(1)) {
      const column = cells[again] ?? ''
      const isSame = plain[again] === plain[place ?? -1]
      if (hasFurtherColumns && firstPlaces.get(plain[again] ?? '') === again) {
        further[field] = [...(further[field] ?? []), again]
      } else if (hasFurtherColumns || isSame) faults.push({ kind: 'duplicate', field, column })
      else faults.push({ kind: 'alike', field, column, first: cells[place ?? -1] ?? '' })
    }
  }
  const reported = new Set(faults.map((fault) => fault.column))
  for (const [place, name] of plain.entries()) {
    const column = cells[place] ?? ''
    if (name === '' || firstPlaces.get(name) === place || reported.has(column)) continue
    faults.push({ kind: 'duplicate', field: null, column })
  }
  return { columns, further, isNamed: cells.map((cell) => cell.trim() !== ''), faults }
}

/** The place of a field's cell in a row: the first of its columns that is not blank there. */
export function placeOf(
  cells: readonly string[],
  { columns, further }: Pick<CsvHeader, 'columns' | 'further'>,
  field: EmployeeField,
): number | null {
  const place = columns[field]
  if (place === undefined) return null
  const others = further[field]
  if (!others) return place
  const isSaid = (other: number) => {
    const cell = cells[other] ?? ''
    return cell.trim() !== '' && !(field === 'identification' && isFiller(cell))
  }
  return [place, ...others].find(isSaid) ?? place
}

const rankOf = (field: EmployeeField, name = ''): number => names[field].indexOf(name)

const placesOf = (plain: readonly string[], known: readonly string[]): number[] =>
  plain.flatMap((name, place) => (known.includes(name) ? [place] : []))

/** Excel's way of showing a long number that it has rounded: the digits are lost. */
export function isRoundedNumber(text: string): boolean {
  return /^\s*[+-]?\d+([.,]\d+)?E[+-]?\d+\s*$/i.test(text)
}

/** Signs at which spreadsheets of some country part a file, inside quotes too where those are other ones. */
const partings = /([,;\t|\r\n])/
/** Most cells have no such sign at a place where one could begin a formula. */
const mayHoldFormula = /(?:^|[,;\t|\r\n])'?"*[=+\-@\t\r＝＋－＠]/

/**
 * True for texts that a spreadsheet would calculate when it opens the file: the full-width signs
 * are formulas in Japanese Excel. Numbers and phones begin with a sign too and are harmless.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const isFormula = (text: string): boolean =>
  /^"*[=+\-@\t\r＝＋－＠]/.test(text) && !/^[+-]?[\d\s.,]*$/.test(text)

/** A cell for an exported file: each possible formula gets the apostrophe that makes it a text. */
export const withoutFormula = (cell: string): string =>
  mayHoldFormula.test(cell) ? eachPart(cell, (part) => (isFormula(part) ? `'${part}` : part)) : cell

/**
 * A cell without the apostrophes of `withoutFormula`, for exported files that come back, and without the one
 * by which people keep a spreadsheet from counting with a phone or a document.
 */
export function withoutApostrophe(cell: string): string {
  if (/^'\s*\+?[\d(]/.test(cell)) return cell.slice(1)
  if (!cell.includes("'") || !mayHoldFormula.test(cell)) return cell
  const isGuarded = (part: string) => part.startsWith("'") && isFormula(part.slice(1))
  return eachPart(cell, (part) => (isGuarded(part) ? part.slice(1) : part))
}

/** A cell with what stands between its partings changed. A sign that begins a formula itself parts nothing. */
function eachPart(cell: string, change: (part: string) => string): string {
  const first = /^'?[\t\r]/.exec(cell)?.[0].length ?? 0
  const [begin = '', ...rest] = cell.slice(first).split(partings)
  const others = rest.map((part, place) => (place % 2 === 0 ? part : change(part)))
  return change(cell.slice(0, first) + begin) + others.join('')
}

/** A line of CSV, without its end: cells in quotes where they need them. */
export function csvLine(cells: readonly string[], separator: string): string {
  return cells
    .map((cell) =>
      cell.includes('"') || cell.includes(separator) || /[\r\n]/.test(cell)
        ? `"${cell.replaceAll('"', '""')}"`
        : cell,
    )
    .join(separator)
}
