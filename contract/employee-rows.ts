import type { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { type DayOrder, type ReadDay, readDay } from '#domain/csv-day.ts'
import { type ReadSalary, readSalary } from '#domain/csv-salary.ts'
import { isDamaged } from '#domain/damaged-text.ts'
import { isFiller } from '#domain/document.ts'
import { duiWithZeros, isDoubtfulDui } from '#domain/dui.ts'
import {
  type CsvHeader,
  isRoundedNumber,
  placeOf,
  withoutApostrophe,
} from '#domain/employee-csv.ts'
import {
  type EmployeeField,
  eachField,
  employeeFieldNames,
  fieldTable,
  type PlainTextField,
  plainTextFields,
} from '#domain/employee-fields.ts'
import { type AddressFault, explainAddress, isWalletSecret } from '#domain/explain-address.ts'
import { withoutMarks } from '#domain/invisible-marks.ts'
import { completePhone } from '#domain/phone.ts'
import { plainLetters } from '#domain/plain-letters.ts'
import { hasCellTooMany, isSpreadsheetError } from '#domain/row-shape.ts'
import { bankAccount, hiredOn, optionalDocument } from './employee-body.ts'
import type { PayFrequency } from './employees.ts'
import { isFieldText, optionalText } from './fields.ts'
import { optionalEmail, optionalPhone, personName } from './person-fields.ts'
import type { CellText } from './texts/keys.ts'
import { namePossibleAmounts } from './usd-amounts.ts'

/**
 * A fault of one cell; `column` is its place in the row, null where the file has no such column. `file`: of a
 * column without a field, or of the whole row.
 */
export type RowFault = {
  field: EmployeeField | 'file'
  column: number | null
  text: CellText
  params?: Record<string, string>
  /** The fault of an address that cannot be paid. */
  address?: AddressFault
}

/** Null where the file has no such column. */
type PlainTexts = Record<PlainTextField, string | null>
/** A row as the form would have it; a cell with a fault leaves its value out. */
export type ListedEmployee = PlainTexts & {
  firstName: string
  lastName: string
  identification: string
  email: string
  phone: string
  baseSalaryUsdCents: bigint
  /** Empty, with its script, of a row that says that nothing is paid in bitcoin. */
  cryptoAddress: string
  script: Uint8Array
  /** Null where the row does not say. */
  bitcoinPercent: number | null
  /** Null where the file has no such column. */
  bankAccount: string | null
  /** Null where the row does not say. */
  hiredOn: string | null
  payFrequency: PayFrequency | null
}
/** Something that was understood otherwise than it is written, or is doubtful: never in the way. */
export type RowNotice = 'duiDoubtful' | 'duiRestored' | 'noDocument'
export type ReadRow = {
  values: Partial<ListedEmployee>
  faults: RowFault[]
  notices: RowNotice[]
  /** The hire date as it was understood. */
  hired?: ReadDay
  /** The places of cells that nobody may keep. */
  secrets: number[]
}

type Said = Pick<RowFault, 'text' | 'params' | 'address'>

/** The form's own rules for the cells that are texts. */
const textRules = {
  firstName: personName,
  lastName: personName,
  identification: optionalDocument,
  email: optionalEmail,
  phone: optionalPhone,
  ...eachField(plainTextFields, (field) => optionalText(fieldTable[field].maximum)),
  bankAccount,
} satisfies Partial<Record<EmployeeField, z.ZodMiniType<string>>>
type TextField = keyof typeof textRules
/** Numbers in name alone, which a spreadsheet rounds. */
const numberFields = new Set<TextField>(['identification', 'phone', 'bankAccount'])

type AbsentField = PlainTextField | 'bankAccount'
const absentFields = new Set<EmployeeField>([...plainTextFields, 'bankAccount'])
/** Texts that stay as they are where the file has no such column. */
const mayBeAbsent = (field: EmployeeField): field is AbsentField => absentFields.has(field)

const salaryMinimumUsdCents = 100n
const salaryMaximumUsdCents = 1_000_000_000n

/** Texts of letters, of which an encoding that was taken for another makes signs. */
const letterFields = new Set<TextField>(['firstName', 'lastName', ...plainTextFields])

function readText(field: TextField, cell: string, country?: string): { value: string } | Said {
  if (numberFields.has(field) && isRoundedNumber(cell)) return { text: 'csvRounded' }
  if (letterFields.has(field)) {
    if (isDamaged(cell)) return { text: 'csvDamaged' }
    if (isSpreadsheetError(cell)) return { text: 'invalid' }
  }
  const read = textRules[field].safeParse(meantBy(field, cell, country))
  if (read.success) return { value: read.data }
  return textOf(read.error)
}

/** A number as people write it in the company's country, or as a spreadsheet left it. */
function meantBy(field: TextField, cell: string, country: string | undefined): string {
  if (field === 'phone') return completePhone(cell, country)
  return field === 'identification' && country === 'SV' ? (duiWithZeros(cell) ?? cell) : cell
}

function textOf({ issues: [first] }: z.core.$ZodError): Said {
  const message = first?.message ?? ''
  return { text: isFieldText(message) ? message : 'invalid' }
}

const salaryFaults = {
  empty: 'required',
  notANumber: 'invalid',
  rounded: 'csvRounded',
} as const satisfies Partial<Record<Extract<ReadSalary, { ok: false }>['fault'], CellText>>

function readBaseSalary(cell: string): { value: bigint } | Said {
  const read = readSalary(cell)
  if (!read.ok) {
    return 'mayBe' in read ? namePossibleAmounts(read) : { text: salaryFaults[read.fault] }
  }
  if (read.usdCents < salaryMinimumUsdCents) return { text: 'salaryMinimum' }
  if (read.usdCents > salaryMaximumUsdCents) return { text: 'salaryMaximum' }
  return { value: read.usdCents }
}

/** A share as people and spreadsheets write it: '30', '30 %', '30.00%'; blank says nothing. */
function readPercent(cell: string): { value: number | null } | Said {
  const text = cell.trim()
  if (text === '') return { value: null }
  const [, digits] = /^(\d{1,3})(?:[.,]0+)?\s*%?$/.exec(text) ?? []
  const percent = Number(digits ?? Number.NaN)
  return percent <= 100 ? { value: percent } : { text: 'percent' }
}

/** The days that are typed are checked by the form's own rules. */
function checkHiredOn(read: ReadDay, today: () => Date): { value: string | null } | Said {
  if (!read.ok) {
    if (read.fault === 'notADay') return { text: 'day' }
    const [day, other] = read.days
    return { text: 'csvDayAmbiguous', params: { day, other } }
  }
  const checked = hiredOn(today).safeParse(read.day)
  return checked.success ? { value: checked.data } : textOf(checked.error)
}

/** Names as `plainLetters` leaves them, in our four languages. */
const frequencyNames: Record<PayFrequency, readonly string[]> = {
  MONTH: 'month monthly mes mensual mensualmente mese mensile mensal'.split(' '),
  FORTNIGHT: [
    ...'fortnight fortnightly quincena quincenal quincenalmente quindicina quindicinale'.split(' '),
    ...'quinzena quinzenal'.split(' '),
  ],
}

function readPayFrequency(cell: string): { value: PayFrequency | null } | Said {
  const name = cell === '' ? '' : plainLetters(cell)
  if (name === '') return { value: null }
  if (frequencyNames.MONTH.includes(name)) return { value: 'MONTH' }
  if (frequencyNames.FORTNIGHT.includes(name)) return { value: 'FORTNIGHT' }
  return { text: 'csvFrequency' }
}

function readAddress(
  cell: string,
  share: ReturnType<typeof readPercent>,
  network: Network,
): { address: string; script: Uint8Array } | Said {
  if (cell.trim() !== '') {
    const explained = explainAddress(cell, network)
    return explained.ok ? explained : { text: 'address', address: explained.fault }
  }
  const percent = 'value' in share ? share.value : 0
  if (percent === 0) return { address: '', script: new Uint8Array(0) }
  return { text: percent === null ? 'required' : 'addressOfShare' }
}

/**
 * Phones of the company's `country` may be written without their calling code. `dayOrder`: of the file, where
 * one of its rows tells it.
 */
export type RowContext = {
  network: Network
  country?: string | undefined
  today: () => Date
  dayOrder?: DayOrder | null
}

/** Checks the cells of one row as the form checks what is typed into it. */
export function readEmployeeRow(
  cells: readonly string[],
  header: Omit<CsvHeader, 'faults'>,
  { network, country, today, dayOrder }: RowContext,
): ReadRow {
  const values: Partial<ListedEmployee> = {}
  const faults: RowFault[] = []
  const row: ReadRow = { values, faults, notices: [], secrets: [] }
  const cellAt = (column: number | null) =>
    column === null ? '' : withoutApostrophe(withoutMarks(cells[column] ?? ''))
  const share = readPercent(cellAt(placeOf(cells, header, 'bitcoinPercent')))
  for (const field of employeeFieldNames) {
    const column = placeOf(cells, header, field)
    const cell = cellAt(column)
    const fault = (said: Said) => faults.push({ field, column, ...said })
    if (field === 'cryptoAddress') {
      const read = readAddress(cell, share, network)
      if ('script' in read) {
        values.cryptoAddress = read.address
        values.script = read.script
      } else fault(read)
    } else if (field === 'bitcoinPercent') {
      if ('value' in share) values.bitcoinPercent = share.value
      else fault(share)
    } else if (field === 'hiredOn') {
      // Blank says nothing.
      if (cell.trim() === '') values.hiredOn = null
      else {
        row.hired = readDay(cell, dayOrder)
        const read = checkHiredOn(row.hired, today)
        if ('value' in read) values.hiredOn = read.value
        else fault(read)
      }
    } else if (field === 'payFrequency') {
      const read = readPayFrequency(cell)
      if ('value' in read) values.payFrequency = read.value
      else fault(read)
    } else if (column === null && mayBeAbsent(field)) {
      values[field] = null
    } else if (field === 'baseSalary') {
      const read = readBaseSalary(cell)
      if ('value' in read) values.baseSalaryUsdCents = read.value
      else fault(read)
    } else {
      const read = readText(field, cell, country)
      if ('value' in read) values[field] = read.value
      else fault(read)
      if (field === 'identification' && 'value' in read) {
        if (isFiller(cell)) row.notices.push('noDocument')
        if (isDoubtfulDui(read.value)) row.notices.push('duiDoubtful')
        if (country === 'SV' && duiWithZeros(cell) !== null) row.notices.push('duiRestored')
      }
    }
  }
  for (const [column, cell] of cells.entries()) {
    if (!isWalletSecret(cell)) continue
    row.secrets.push(column)
    if (faults.every((fault) => fault.column !== column)) {
      faults.push({ field: 'file', column, text: 'walletSecret' })
    }
  }
  if (hasCellTooMany(cells, header.isNamed)) {
    faults.push({ field: 'file', column: null, text: 'csvTooManyCells' })
  }
  return row
}
