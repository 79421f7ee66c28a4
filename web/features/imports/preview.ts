import type { CellText } from '#contract/texts/keys.ts'
import type { CsvColumns, HeaderFault } from '#domain/employee-csv.ts'
import type { EmployeeField } from '#domain/employee-fields.ts'
import type { AddressFault } from '#domain/explain-address.ts'

/** A cell that the server would refuse. */
export interface WrongCell {
  /** The line of the file. */
  row: number
  column: string
  value: string
  text: CellText
  params?: Record<string, string>
  /** The fault of a text that is no address to pay: what it is, and what to ask for. */
  address?: Pick<AddressFault, 'kind' | 'params'> & { ask: 'again' | 'another' }
}

/** A row as it was understood; a cell that was not is as it stands. */
export interface PreviewedRow {
  cells: Partial<Record<EmployeeField, string>>
  /** The salary; null where it could not be read. */
  usd: number | null
  wrong: EmployeeField[]
}

/** The browser's reading of a list before it is sent. The server reads all of it again. */
export interface Preview {
  header: string[]
  columns: CsvColumns
  faults: HeaderFault[]
  /** Without the header and without empty lines. */
  rows: number
  /** The first few. */
  first: PreviewedRow[]
  /** The first of those that were found, and how many there are. */
  wrong: WrongCell[]
  wrongCount: number
}
