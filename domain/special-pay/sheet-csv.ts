import { readSalary } from '../csv-salary.ts'
import { withoutMarks } from '../invisible-marks.ts'
import { plainLetters } from '../plain-letters.ts'
import { hasCellTooMany, isBlankRow } from '../row-shape.ts'
import type { TableFault } from '../table-reader.ts'

/** The file of a sheet, as it comes back with other amounts: by whose id each row is. */

/** The names of the columns in the four languages, as `plainLetters` leaves them. */
const ids = ['id', 'identificador', 'identificativo']
const amounts = ['montousd', 'amountusd', 'importousd', 'valorusd']

const least = 100n
const greatest = 1_000_000_000n

export type SheetCellFault =
  | 'noPerson'
  | 'unknownPerson'
  | 'twice'
  | 'notANumber'
  | 'ambiguous'
  | 'decimals'
  | 'rounded'
  | 'tooLittle'
  | 'tooMuch'
  | 'tooManyCells'
  | TableFault['kind']

export type SheetFault = {
  row: number
  column: string
  value: string
  fault: SheetCellFault
  /** The row that has the person already, of the fault `twice`. */
  first?: number
}

export type SheetFile = {
  /** The column that is missing or repeated; null: both are there. */
  header: { fault: 'missing' | 'duplicate'; column: 'id' | 'amount' } | null
  rows: number
  faults: SheetFault[]
  /** The amounts that the file changes; null: nothing is paid. */
  changes: { employeeId: string; usdCents: bigint | null }[]
}

/** A row of the file with its line in it. */
export type FileRow = { line: number; cells: readonly string[] }

/** Reads a sheet's file against its amounts. People who are not in the file stay as they are. */
export function readSheetFile(
  file: readonly FileRow[],
  sheet: ReadonlyMap<string, bigint | null>,
): SheetFile {
  const [header, ...rows] = file.filter(({ cells }) => !isBlankRow(cells))
  const read: SheetFile = { header: null, rows: rows.length, faults: [], changes: [] }
  const id = columnOf(header, ids)
  const amount = columnOf(header, amounts)
  if (typeof id === 'string') return { ...read, header: { fault: id, column: 'id' } }
  if (typeof amount === 'string') return { ...read, header: { fault: amount, column: 'amount' } }
  const isNamed = (header?.cells ?? []).map((name) => name.trim() !== '')
  const titleOf = (column: number) => header?.cells[column]?.trim() ?? ''
  const seen = new Map<string, number>()
  for (const { line, cells } of rows) {
    const note = (column: number, fault: SheetCellFault, first?: number) => {
      const value = (cells[column] ?? '').trim().slice(0, 100)
      read.faults.push({
        row: line,
        column: titleOf(column),
        value,
        fault,
        ...(first !== undefined && { first }),
      })
    }
    if (hasCellTooMany(cells, isNamed)) {
      read.faults.push({ row: line, column: '', value: '', fault: 'tooManyCells' })
    }
    const employeeId = withoutMarks(cells[id] ?? '')
      .trim()
      .toLowerCase()
    const before = sheet.get(employeeId)
    const first = seen.get(employeeId)
    if (employeeId === '') note(id, 'noPerson')
    else if (before === undefined) note(id, 'unknownPerson')
    else if (first !== undefined) note(id, 'twice', first)
    else seen.set(employeeId, line)
    const usdCents = amountOf(cells[amount] ?? '')
    if (typeof usdCents === 'string') note(amount, usdCents)
    else if (before !== undefined && first === undefined && usdCents !== before) {
      read.changes.push({ employeeId, usdCents })
    }
  }
  // A file with a fault changes nothing.
  return read.faults.length > 0 ? { ...read, changes: [] } : read
}

function columnOf(header: FileRow | undefined, names: readonly string[]) {
  const found = (header?.cells ?? []).flatMap((cell, index) =>
    names.includes(plainLetters(cell)) ? [index] : [],
  )
  const [only, ...others] = found
  if (only === undefined) return 'missing'
  return others.length > 0 ? 'duplicate' : only
}

/** Null: an empty cell, nothing is paid. */
function amountOf(text: string): bigint | null | SheetCellFault {
  const cell = withoutMarks(text)
  const read = readSalary(cell)
  if (!read.ok)
    return read.fault === 'empty' ? (cell.trim() === '' ? null : 'notANumber') : read.fault
  if (read.usdCents < least) return 'tooLittle'
  return read.usdCents > greatest ? 'tooMuch' : read.usdCents
}
