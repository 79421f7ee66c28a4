import type { KeyObject } from 'node:crypto'
import { CsvError, type Info, Parser } from 'csv-parse'
import { readEmployeeRow } from '#contract/employee-rows.ts'
import type { CellText } from '#contract/texts/keys.ts'
import type { Network } from '#domain/address.ts'
import { NotText, TextBytes } from '#domain/csv-encoding.ts'
import { blankLines, fileStart, headerLimit, type Separator } from '#domain/csv-start.ts'
import { isDoubtfulDui } from '#domain/dui.ts'
import {
  type CsvColumns,
  type CsvField,
  csvLine,
  readCsvHeader,
  withoutFormula,
} from '#domain/employee-csv.ts'
import type { AddressFault } from '#domain/explain-address.ts'
import { macOf } from '#server/authorization/mac.ts'
import { errorsPlace } from './errors-column.ts'
import { copyBytes, copyLine } from './postgres-copy-format.ts'
import { rowIds } from './row-ids.ts'

/**
 * A fault as stored in `import_rows.faults`; `column` null: the fault is of the whole file or row.
 */
export type StoredFault = {
  column: number | null
  path: CsvField | 'file'
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
}

/** The result of one chunk: rows for COPY, and their number. */
export type ReadPart = { copy: string; rows: number; errors: number; header: Header | null }
export type Header = { cells: string[]; separator: Separator }

/** The columns of `import_rows` in the order in which rows are written. */
export const copiedColumns = [
  ...['import_id', 'company_id', 'line', 'source', 'faults', 'doubtful_dui', 'employee_id'],
  ...['first_name', 'last_name', 'identification', 'email', 'phone'],
  ...['base_salary_usd_cents', 'address', 'script_pubkey', 'mac'],
  ...['bitcoin_percent', 'bank', 'bank_account', 'hired_on', 'pay_frequency'],
] as const

/** A row longer than this many characters is no row of people. */
const rowLimit = 131_072
const newlines = ['\r\n', '\n', '\r']

/**
 * Reads the bytes of a list of employees into rows of `import_rows`, checking every cell. New
 * people's ids and MACs are made here, because a MAC covers the id.
 */
export class RowReader {
  readonly #options: ReaderOptions
  readonly #bytes = new TextBytes()
  readonly #idOf: (index: number) => string
  #parser: Parser | null = null
  /** Text read before the separator is known, without leading blank lines. */
  #start = ''
  /** The number of leading blank lines, which the parser does not see. */
  #linesBefore = 0
  #separator: Separator = ','
  #header: string[] | null = null
  #columns: CsvColumns = {}
  #errorsPlace = -1
  /** The line on which the last row ended. */
  #lastLine = 0
  /** Extra lines to subtract: the parser counts a two-character line end inside quotes as two. */
  #countedTwice = 0
  #rows = 0
  /** The header or the file itself is wrong, so nothing more is read. */
  #over = false
  #part: ReadPart = emptyPart()

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#idOf = rowIds(options.nowMs)
  }

  async write(chunk: Uint8Array): Promise<ReadPart> {
    return this.#read(chunk, false)
  }

  async end(): Promise<ReadPart> {
    return this.#read(new Uint8Array(0), true)
  }

  async #read(chunk: Uint8Array, last: boolean): Promise<ReadPart> {
    this.#part = emptyPart()
    if (this.#over) return this.#part
    try {
      await this.#parse(this.#bytes.write(chunk, last), last)
    } catch (cause) {
      if (!(cause instanceof NotText)) throw cause
      // The whole rows are still read; the row with the fault is dropped.
      const whole = /^[\s\S]*[\r\n]/.exec(cause.text)?.[0]
      if (whole !== undefined) await this.#parse(whole, true)
      if (!this.#over) this.#fileFault(this.#lastLine + 1, 'csvEncoding')
    }
    if (last && !this.#over && this.#rows === 0)
      this.#fileFault(this.#header ? this.#lastLine : 1, 'csvEmpty')
    return this.#part
  }

  async #parse(text: string, last: boolean): Promise<void> {
    let table = text
    if (!this.#parser) {
      this.#start += text
      const blank = blankLines(this.#start)
      this.#start = this.#start.slice(blank.length)
      this.#linesBefore += blank.lines
      const start = fileStart(this.#start, last)
      if (!start) return
      // Lines count from the one that names the separator, where there is one.
      if (start.tableAt > 0) this.#linesBefore = 0
      this.#lastLine = this.#linesBefore
      table = this.#start.slice(start.tableAt)
      this.#start = ''
      this.#separator = start.separator
      this.#parser = this.#newParser(start.separator)
    }
    const parser = this.#parser
    try {
      await new Promise<void>((resolve, reject) => {
        parser.removeAllListeners('error').on('error', reject)
        if (last) parser.once('end', resolve).end(table)
        else parser.write(table, (error) => (error ? reject(error) : resolve()))
      })
    } catch (cause) {
      if (!(cause instanceof CsvError)) throw cause
      // The parser's own error: a quote that stays open, or a row that is too long because of it.
      this.#fileFault(this.#lastLine + 1, 'csvQuoteOpen')
    }
  }

  #newParser(separator: Separator): Parser {
    const parser = new Parser({
      delimiter: separator,
      record_delimiter: newlines,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: rowLimit,
      on_record: (cells: string[], { lines }: Info) => {
        this.#record(cells, lines)
        // The stream passes no record on: it has no readers.
        return null
      },
    })
    return parser.resume()
  }

  #record(cells: string[], parsersLine: number): void {
    if (this.#over) return
    const countedLines = parsersLine + this.#linesBefore
    let inside = 0
    if (countedLines - this.#countedTwice - this.#lastLine > 1) {
      inside = countOf(cells, /\r\n|\n|\r/g)
      this.#countedTwice += countOf(cells, /\r\n/g)
    }
    const endLine = countedLines - this.#countedTwice
    this.#lastLine = endLine
    const line = endLine - inside
    if (this.#header) this.#row(cells, line)
    else this.#readHeader(cells, line)
  }

  #readHeader(names: string[], line: number): void {
    // Neither a text nor a jsonb of PostgreSQL can hold a NUL.
    const cells = names.map((name) => name.replaceAll('\0', ''))
    const { columns, faults } = readCsvHeader(cells)
    this.#header = cells
    this.#columns = columns
    this.#errorsPlace = errorsPlace(cells)
    this.#part.header = {
      cells: cells.map((cell) => cell.slice(0, headerLimit)),
      separator: this.#separator,
    }
    if (faults.length === 0) return
    this.#over = true
    const stored = faults.map(({ kind, field, column }): StoredFault => {
      const text = kind === 'missing' ? 'csvColumnMissing' : 'csvColumnTwice'
      return { column: null, path: field ?? 'file', text, params: { column: column.trim() } }
    })
    this.#write(line, '', stored, [])
  }

  #row(cells: string[], line: number): void {
    const { companyId, network, country, nowMs } = this.#options
    const context = { network, country, today: () => new Date(nowMs) }
    const { values, faults } = readEmployeeRow(cells, this.#columns, context)
    const stored = faults.map(({ field, ...fault }): StoredFault => ({ path: field, ...fault }))
    const surplus = cells.slice(this.#header?.length).some((cell) => cell.trim() !== '')
    if (surplus) stored.push({ column: null, path: 'file', text: 'csvTooManyCells' })
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
    const doubtful = isDoubtfulDui(values.identification ?? '') ? 't' : 'f'
    this.#part.rows++
    this.#write(line, this.#source(cells), stored, [
      ...[doubtful, employeeId, values.firstName ?? null, values.lastName ?? null],
      ...[values.identification ?? null, values.email ?? null, values.phone ?? null],
      ...[baseSalaryUsdCents?.toString() ?? null, address ?? null],
      ...[script ? copyBytes(script) : null, mac ? copyBytes(mac) : null],
      ...[values.bitcoinPercent?.toString() ?? null, values.bank ?? null],
      ...[values.bankAccount ?? null, values.hiredOn ?? null, values.payFrequency ?? null],
    ])
  }

  /** The row for the report, padded to the header, without errors of an earlier report. */
  #source(cells: string[]): string {
    const padded = (this.#header ?? []).map((_, index) => cells[index] ?? '')
    const kept = [...padded, ...cells.slice(padded.length)]
    const own = kept.filter((_, index) => index !== this.#errorsPlace)
    return csvLine(own.map(withoutFormula), this.#separator)
  }

  /** Ends the reading: rows after such a fault would be read wrongly. */
  #fileFault(line: number, text: CellText): void {
    this.#over = true
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

const emptyPart = (): ReadPart => ({ copy: '', rows: 0, errors: 0, header: null })

const countOf = (cells: string[], pattern: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0)
