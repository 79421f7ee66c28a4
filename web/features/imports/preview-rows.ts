import {
  type ListedEmployee,
  type ReadRow,
  type RowContext,
  type RowFault,
  readEmployeeRow,
} from '#contract/employee-rows.ts'
import type { CellText } from '#contract/texts/keys.ts'
import type { Network } from '#domain/address.ts'
import { type DayOrder, DayOrders } from '#domain/csv-day.ts'
import { isDamaged } from '#domain/damaged-text.ts'
import { documentKey } from '#domain/document.ts'
import { placeOf, readCsvHeader } from '#domain/employee-csv.ts'
import { type EmployeeField, employeeFieldNames } from '#domain/employee-fields.ts'
import { type AddressFault, askFor } from '#domain/explain-address.ts'
import { usdNumber } from '#domain/money.ts'
import { TableReader } from '#domain/table-reader.ts'
import type { Preview, PreviewedRow, WrongCell } from './preview.ts'

/** The settings by which the server reads cells; null where they could not be asked for. */
export type RowRules = { network: Network; country: string } | null

export const previewedRows = 4
const contextOf = (rules: NonNullable<RowRules>, dayOrder: DayOrder | null): RowContext => ({
  ...rules,
  dayOrder,
  today: () => new Date(),
})

/** More than this many rows are only counted: the server checks them all. */
const checkedRows = 100_000
/** More than anybody reads through; the rest is counted. */
const listedFaults = 2_000

/** Reads the bytes of a list while they come in, and checks its cells as the server does. */
export class PreviewRows {
  readonly #rules: RowRules
  readonly #dayOrder: DayOrder | null
  readonly #table = new TableReader((cells, line) => this.#add(cells, line))
  readonly #dayOrders = new DayOrders()
  #header = readCsvHeader([])
  readonly #preview: Preview = {
    header: [],
    columns: {},
    faults: [],
    rows: 0,
    first: [],
    wrong: [],
    wrongCount: 0,
  }
  readonly #identifications = new Map<string, number>()

  /** `dayOrder`: known from an earlier reading of the file. */
  constructor(rules: RowRules, dayOrder: DayOrder | null = null) {
    this.#rules = rules
    this.#dayOrder = dayOrder
  }

  write(chunk: Uint8Array): void {
    this.#table.write(chunk)
  }

  end(): Preview {
    this.#table.write(new Uint8Array(0), true)
    const { fault } = this.#table
    if (fault) this.#note(fault.line, [], { column: null, text: fault.kind })
    return this.#preview
  }

  /** The file is to be read again: its rows together tell the order of day and month. */
  get settledOrder(): DayOrder | null {
    return this.#dayOrder === null ? this.#dayOrders.settled : null
  }

  #add(cells: readonly string[], line: number): void {
    if (this.#preview.header.length > 0) this.#row(cells, line)
    else this.#readHeader(cells, line)
  }

  #readHeader(cells: readonly string[], line: number): void {
    this.#preview.header = [...cells]
    this.#header = readCsvHeader(cells)
    this.#preview.columns = this.#header.columns
    this.#preview.faults = this.#header.faults
    if (cells.some(isDamaged)) this.#note(line, [], { column: null, text: 'csvEncoding' })
  }

  #row(cells: readonly string[], line: number): void {
    const preview = this.#preview
    preview.rows++
    const read = preview.faults.length === 0 ? this.#check(cells, line) : null
    if (preview.first.length >= previewedRows) return
    preview.first.push(this.#understood(cells, read))
  }

  #check(cells: readonly string[], line: number): ReadRow | null {
    const { rows, columns } = this.#preview
    if (!this.#rules || rows > checkedRows) return null
    const context = contextOf(this.#rules, this.#dayOrder)
    const read = readEmployeeRow(cells, this.#header, context)
    const { values, faults, hired } = read
    if (hired) this.#dayOrders.add(hired)
    for (const fault of faults) this.#note(line, withoutSecrets(cells, read), fault)
    const key = documentKey(values.identification ?? '')
    const first = key && this.#identifications.get(key)
    if (first) {
      const column = columns.identification ?? null
      const params = { line: String(first) }
      this.#note(line, cells, { column, text: 'csvIdentificationTwice', params })
    } else if (key) this.#identifications.set(key, line)
    return read
  }

  #note(
    row: number,
    cells: readonly string[],
    { column, text, params, address }: Omit<RowFault, 'field' | 'text'> & { text: CellText },
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

  #understood(whole: readonly string[], read: ReadRow | null): PreviewedRow {
    const cells = read ? withoutSecrets(whole, read) : whole
    const values: Partial<ListedEmployee> = read?.values ?? {}
    const wrong = (read?.faults ?? []).flatMap(({ field }) => (field === 'file' ? [] : [field]))
    const row: PreviewedRow = { cells: {}, usd: null, wrong }
    for (const field of employeeFieldNames) {
      const place = placeOf(cells, this.#header, field)
      if (place === null) continue
      const value = field === 'baseSalary' ? undefined : values[field as ShownField]
      row.cells[field] = String(value ?? cells[place] ?? '')
    }
    if (values.baseSalaryUsdCents !== undefined) row.usd = usdNumber(values.baseSalaryUsdCents)
    return row
  }
}

const withoutSecrets = (cells: readonly string[], { secrets }: ReadRow): readonly string[] =>
  secrets.length === 0 ? cells : cells.map((cell, place) => (secrets.includes(place) ? '' : cell))

type ShownField = Exclude<EmployeeField, 'baseSalary'>

/** A table shows so many characters of a wrong cell. */
const shownOfValue = 100

const withAsk = (fault: AddressFault): NonNullable<WrongCell['address']> => ({
  kind: fault.kind,
  params: fault.params,
  ask: askFor(fault),
})
