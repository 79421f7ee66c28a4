import {
  type ListedEmployee,
  type RowContext,
  type RowFault,
  readEmployeeRow,
} from '#contract/employee-rows.ts'
import type { Network } from '#domain/address.ts'
import { type CsvField, csvFields, readCsvHeader } from '#domain/employee-csv.ts'
import { type AddressFault, askFor } from '#domain/explain-address.ts'
import { usdNumber } from '#domain/money.ts'
import { linesIn } from '#web/shared/imports/read-csv.ts'
import type { Preview, PreviewedRow, WrongCell } from './preview.ts'

/** The settings by which the server reads cells; null where they could not be asked for. */
export type RowRules = { network: Network; country: string } | null

export const previewedRows = 4
const contextOf = (rules: NonNullable<RowRules>): RowContext => ({
  ...rules,
  today: () => new Date(),
})

/** More than this many rows are only counted: the server checks them all. */
const checkedRows = 100_000
/** More than anybody reads through; the rest is counted. */
const listedFaults = 2_000

/** Reads the rows of a list one after the other, and checks their cells as the server does. */
export class PreviewRows {
  readonly #rules: RowRules
  #header: string[] | null = null
  /** The line on which the last row ended; the header's is 1 where nothing stands before it. */
  #line = 0
  readonly #preview: Preview = {
    header: [],
    ...readCsvHeader([]),
    rows: 0,
    first: [],
    wrong: [],
    wrongCount: 0,
  }
  readonly #identifications = new Map<string, number>()

  constructor(rules: RowRules) {
    this.#rules = rules
  }

  add(cells: readonly string[]): void {
    const line = this.#line + 1
    this.#line = line + cells.reduce((count, cell) => count + linesIn(cell), 0)
    if (cells.every((cell) => cell.trim() === '')) return
    if (this.#header === null) {
      this.#header = [...cells]
      Object.assign(this.#preview, { header: this.#header, ...readCsvHeader(this.#header) })
    } else this.#row(cells, line)
  }

  end(): Preview {
    return this.#preview
  }

  #row(cells: readonly string[], line: number): void {
    const preview = this.#preview
    preview.rows++
    const faults = preview.faults.length === 0 ? this.#check(cells, line) : []
    if (preview.first.length >= previewedRows) return
    preview.first.push(this.#understood(cells, faults))
  }

  #check(cells: readonly string[], line: number): RowFault[] {
    const { rows, columns, header } = this.#preview
    if (!this.#rules || rows > checkedRows) return []
    const { values, faults } = readEmployeeRow(cells, columns, contextOf(this.#rules))
    for (const fault of faults) this.#note(line, cells, fault)
    const key = values.identification && identificationKey(values.identification)
    const first = key && this.#identifications.get(key)
    if (first) {
      const column = columns.identification ?? null
      const params = { line: String(first) }
      this.#note(line, cells, {
        field: 'identification',
        column,
        text: 'csvIdentificationTwice',
        params,
      })
    } else if (key) this.#identifications.set(key, line)
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      this.#note(line, cells, { column: null, text: 'csvTooManyCells' })
    }
    return faults
  }

  #note(
    row: number,
    cells: readonly string[],
    { column, text, params, address }: Omit<RowFault, 'field'> & { field?: CsvField },
  ): void {
    this.#preview.wrongCount++
    if (this.#preview.wrong.length >= listedFaults) return
    this.#preview.wrong.push({
      row,
      column: column === null ? '' : (this.#preview.header[column]?.trim() ?? ''),
      value: column === null ? '' : (cells[column] ?? '').slice(0, shownOfValue),
      text,
      ...(params && { params }),
      ...(address && { address: withAsk(address) }),
    })
  }

  #understood(cells: readonly string[], faults: readonly RowFault[]): PreviewedRow {
    const { columns } = this.#preview
    const values: Partial<ListedEmployee> = this.#rules
      ? readEmployeeRow(cells, columns, contextOf(this.#rules)).values
      : {}
    const row: PreviewedRow = { cells: {}, usd: null, wrong: faults.map(({ field }) => field) }
    for (const field of csvFields) {
      const column = columns[field]
      if (column === undefined) continue
      const read = field === 'baseSalary' ? undefined : values[field]
      row.cells[field] = String(read ?? cells[column] ?? '')
    }
    if (values.baseSalaryUsdCents !== undefined) row.usd = usdNumber(values.baseSalaryUsdCents)
    return row
  }
}

/** A table shows so many characters of a wrong cell. */
const shownOfValue = 100

const withAsk = (fault: AddressFault): NonNullable<WrongCell['address']> => ({
  kind: fault.kind,
  params: fault.params,
  ask: askFor(fault),
})

/** The key by which the database tells identifications apart. */
const identificationKey = (text: string): string =>
  text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || text
