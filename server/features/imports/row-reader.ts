import type { KeyObject } from 'node:crypto'
import { type ListedEmployee, type RowNotice, readEmployeeRow } from '#contract/employee-rows.ts'
import { headerFaultText } from '#contract/header-fault-texts.ts'
import type { CellText } from '#contract/texts/keys.ts'
import type { Network } from '#domain/address.ts'
import { type DayOrder, DayOrders } from '#domain/csv-day.ts'
import { headerLimit, type Separator } from '#domain/csv-start.ts'
import { isDamaged } from '#domain/damaged-text.ts'
import {
  type CsvHeader,
  csvLine,
  type HeaderFault,
  readCsvHeader,
  withoutFormula,
} from '#domain/employee-csv.ts'
import { type EmployeeField, employeeColumns, employeeFieldNames } from '#domain/employee-fields.ts'
import { type AddressFault, isWalletSecret } from '#domain/explain-address.ts'
import { cellsHoldSeedPhrase } from '#domain/seed-phrase.ts'
import { TableReader } from '#domain/table-reader.ts'
import { macOf } from '#server/authorization/mac.ts'
import { errorsPlace } from './errors-column.ts'
import { copyBytes, copyLine } from './postgres-copy-format.ts'
import { rowIds } from './row-ids.ts'

/**
 * A fault as stored in `import_rows.faults`; `column` null: the fault is of the whole file or row.
 */
export type StoredFault = {
  column: number | null
  path: EmployeeField | 'file'
  text: CellText
  params?: Record<string, string>
  address?: AddressFault
}

export type ReaderOptions = {
  importId: string
  companyId: string
  network: Network
  /** The company's country, which decides how phones are written. */
  country: string
  macKey: KeyObject
  nowMs: number
  /** Known from an earlier reading of the file. */
  dayOrder?: DayOrder | null
}

/** The result of one chunk: rows for COPY, and their number. */
export type ReadPart = {
  copy: string
  rows: number
  errors: number
  header: Header | null
  /** The file is to be read again: its rows together tell the order of day and month. */
  dayOrder: DayOrder | null
}
export type Header = { cells: string[]; separator: Separator }

/** The columns of `import_rows` in the order in which rows are written. */
export const copiedColumns = [
  ...['import_id', 'company_id', 'line', 'source', 'faults'],
  ...['doubtful_dui', 'no_document', 'restored_dui', 'employee_id', 'script_pubkey', 'mac'],
  ...employeeColumns,
]

/**
 * Reads the bytes of a list of employees into rows of `import_rows`, checking every cell. New
 * people's ids and MACs are made here, because a MAC covers the id.
 */
export class RowReader {
  readonly #options: ReaderOptions
  readonly #idOf: (index: number) => string
  readonly #table = new TableReader((cells, line) => {
    if (this.#isOver) return
    if (this.#header) this.#row(cells, line)
    else this.#readHeader(cells, line)
  })
  readonly #dayOrders = new DayOrders()
  #cells: string[] = []
  #header: CsvHeader | null = null
  #headerLine = 1
  #errorsPlace = -1
  #rows = 0
  /** The header or the file itself is wrong, so nothing more is read. */
  #isOver = false
  #part: ReadPart = emptyPart()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#idOf = rowIds(options.nowMs)
  }

  write(chunk: Uint8Array): ReadPart {
    return this.#read(chunk, false)
  }

  end(): ReadPart {
    const part = this.#read(new Uint8Array(0), true)
    return this.#options.dayOrder ? part : { ...part, dayOrder: this.#dayOrders.settled }
  }

  #read(chunk: Uint8Array, last: boolean): ReadPart {
    this.#part = emptyPart()
    if (this.#isOver) return this.#part
    this.#table.write(chunk, last)
    const { fault } = this.#table
    if (fault && !this.#isOver) this.#fileFault(fault.line, fault.kind)
    if (last && !this.#isOver && this.#rows === 0) this.#fileFault(this.#headerLine, 'csvEmpty')
    return this.#part
  }

  #readHeader(names: string[], line: number): void {
    // Neither a text nor a jsonb of PostgreSQL can hold a NUL.
    const cells = names.map((name) =>
      isWalletSecret(name) ? '' : name.replaceAll('\0', '').slice(0, headerLimit),
    )
    this.#cells = cells
    this.#header = readCsvHeader(cells)
    this.#headerLine = line
    this.#errorsPlace = errorsPlace(cells)
    this.#part.header = { cells, separator: this.#table.separator }
    if (cells.some(isDamaged)) this.#fileFault(line, 'csvEncoding')
    const { faults } = this.#header
    if (faults.length === 0 || this.#isOver) return
    this.#isOver = true
    this.#write(line, '', faults.map(storedHeaderFault), [])
  }

  #row(cells: string[], line: number): void {
    const { companyId, network, country, nowMs, dayOrder } = this.#options
    const context = { network, country, today: () => new Date(nowMs), dayOrder: dayOrder ?? null }
    const row = readEmployeeRow(cells, this.#header ?? readCsvHeader([]), context)
    const { values, faults, notices } = row
    if (row.hired) this.#dayOrders.add(row.hired)
    const stored = faults.map(({ field, ...fault }): StoredFault => ({ path: field, ...fault }))
    const employeeId = this.#idOf(this.#rows)
    this.#rows++
    const { cryptoAddress: address, baseSalaryUsdCents, script } = values
    const mac =
      address !== undefined && baseSalaryUsdCents !== undefined
        ? macOf(this.#options.macKey, 'employees', {
            id: employeeId,
            company_id: companyId,
            address,
            base_salary_usd_cents: baseSalaryUsdCents,
            bitcoin_percent: values.bitcoinPercent ?? 100,
            bank: values.bank ?? '',
            bank_account: values.bankAccount ?? '',
            pay_frequency: values.payFrequency ?? null,
            version: 1,
          })
        : null
    const isNoted = (notice: RowNotice) => (notices.includes(notice) ? 't' : 'f')
    this.#part.rows++
    this.#write(line, this.#source(cells, row.secrets), stored, [
      ...[isNoted('duiDoubtful'), isNoted('noDocument'), isNoted('duiRestored'), employeeId],
      ...[script ? copyBytes(script) : null, mac ? copyBytes(mac) : null],
      ...employeeFieldNames.map((field) => storedValue(values, field)),
    ])
  }

  /** The row for the report, padded to the header, without errors of an earlier report and without secrets. */
  #source(cells: string[], secrets: number[]): string {
    const padded = this.#cells.map((_, index) => cells[index] ?? '')
    const kept = [...padded, ...cells.slice(padded.length)]
    for (const place of secrets) kept[place] = ''
    if (cellsHoldSeedPhrase(kept)) return ''
    const own = kept.filter((_, index) => index !== this.#errorsPlace)
    return csvLine(own.map(withoutFormula), this.#table.separator)
  }

  /** Ends the reading: rows after such a fault would be read wrongly. */
  #fileFault(line: number, text: CellText): void {
    this.#isOver = true
    this.#write(line, '', [{ column: null, path: 'file', text }], [])
  }

  #write(line: number, source: string, faults: StoredFault[], rest: (string | null)[]): void {
    const { importId, companyId } = this.#options
    this.#part.errors += faults.length
    const start = [importId, companyId, String(line), source]
    const columns = [...start, faults.length > 0 ? JSON.stringify(faults) : null, ...rest]
    while (columns.length < copiedColumns.length) columns.push(null)
    this.#part.copy += copyLine(columns)
  }
}

const storedValue = (values: Partial<ListedEmployee>, field: EmployeeField): string | null =>
  (field === 'baseSalary' ? values.baseSalaryUsdCents : values[field])?.toString() ?? null

const emptyPart = (): ReadPart => ({ copy: '', rows: 0, errors: 0, header: null, dayOrder: null })

const storedHeaderFault = (fault: HeaderFault): StoredFault => ({
  column: null,
  path: fault.field ?? 'file',
  ...headerFaultText(fault),
})
