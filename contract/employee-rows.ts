import type { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { readDay } from '#domain/csv-day.ts'
import { type ReadSalary, readSalary } from '#domain/csv-salary.ts'
import {
  type CsvColumns,
  type CsvField,
  csvFields,
  isRoundedNumber,
  withoutApostrophe,
} from '#domain/employee-csv.ts'
import { type AddressFault, explainAddress } from '#domain/explain-address.ts'
import { completePhone } from '#domain/phone.ts'
import { plainLetters } from '#domain/plain-letters.ts'
import { bankAccount, hiredOn } from './employee-body.ts'
import type { PayFrequency } from './employees.ts'
import { isFieldText, nameOfThree, optionalEmail, optionalPhone, optionalText } from './fields.ts'
import type { CellText } from './texts/keys.ts'

/** A fault of one cell; `column` is its place in the row, null where the file has no such column. */
export type RowFault = {
  field: CsvField
  column: number | null
  text: CellText
  params?: Record<string, string>
  /** The fault of an address that cannot be paid. */
  address?: AddressFault
}

/** A row as the form would have it; a cell with a fault leaves its value out. */
export type ListedEmployee = {
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
  bank: string | null
  bankAccount: string | null
  /** Null where the row does not say. */
  hiredOn: string | null
  payFrequency: PayFrequency | null
}
export type ReadRow = { values: Partial<ListedEmployee>; faults: RowFault[] }

type Said = Pick<RowFault, 'text' | 'params' | 'address'>

/** The form's own rules for the cells that are texts. */
const textRules = {
  firstName: nameOfThree,
  lastName: nameOfThree,
  identification: optionalText(),
  email: optionalEmail,
  phone: optionalPhone,
  bank: optionalText(100),
  bankAccount,
} satisfies Partial<Record<CsvField, z.ZodMiniType<string>>>
type TextField = keyof typeof textRules
/** Numbers in name alone, which a spreadsheet rounds. */
const numberFields = new Set<TextField>(['identification', 'phone', 'bankAccount'])

const salaryMinimumUsdCents = 100n
const salaryMaximumUsdCents = 1_000_000_000n

function readText(field: TextField, cell: string, country?: string): { value: string } | Said {
  if (numberFields.has(field) && isRoundedNumber(cell)) return { text: 'csvRounded' }
  const read = textRules[field].safeParse(field === 'phone' ? completePhone(cell, country) : cell)
  if (read.success) return { value: read.data }
  return textOf(read.error)
}

function textOf({ issues: [first] }: z.core.$ZodError): Said {
  const message = first?.message ?? ''
  return { text: isFieldText(message) ? message : 'invalid' }
}

const salaryFaults = {
  empty: 'required',
  notANumber: 'invalid',
  ambiguous: 'csvSalaryAmbiguous',
  decimals: 'salaryDecimals',
  rounded: 'csvRounded',
} as const satisfies Record<Extract<ReadSalary, { ok: false }>['fault'], CellText>

function readBaseSalary(cell: string): { value: bigint } | Said {
  const read = readSalary(cell)
  if (!read.ok) {
    const digits = cell.replaceAll(/[^\d.,]/g, '')
    const params = {
      thousands: digits.replaceAll(/[.,]/g, ''),
      decimals: digits.replace(',', '.'),
    }
    return { text: salaryFaults[read.fault], ...(read.fault === 'ambiguous' ? { params } : {}) }
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

/** The days that are typed are checked by the form's own rules; blank says nothing. */
function readHiredOn(cell: string, today: () => Date): { value: string | null } | Said {
  if (cell.trim() === '') return { value: null }
  const read = readDay(cell)
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
  const name = plainLetters(cell)
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

/** Phones of the company's `country` may be written without their calling code. */
export type RowContext = { network: Network; country?: string | undefined; today: () => Date }

/** Checks the cells of one row as the form checks what is typed into it. */
export function readEmployeeRow(
  cells: readonly string[],
  columns: CsvColumns,
  { network, country, today }: RowContext,
): ReadRow {
  const values: Partial<ListedEmployee> = {}
  const faults: RowFault[] = []
  const cellOf = (field: CsvField) => {
    const column = columns[field]
    return withoutApostrophe(column === undefined ? '' : (cells[column] ?? ''))
  }
  const share = readPercent(cellOf('bitcoinPercent'))
  for (const field of csvFields) {
    const column = columns[field] ?? null
    const cell = cellOf(field)
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
      const read = readHiredOn(cell, today)
      if ('value' in read) values.hiredOn = read.value
      else fault(read)
    } else if (field === 'payFrequency') {
      const read = readPayFrequency(cell)
      if ('value' in read) values.payFrequency = read.value
      else fault(read)
    } else if ((field === 'bank' || field === 'bankAccount') && column === null) {
      values[field] = null
    } else if (field === 'baseSalary') {
      const read = readBaseSalary(cell)
      if ('value' in read) values.baseSalaryUsdCents = read.value
      else fault(read)
    } else {
      const read = readText(field, cell, country)
      if ('value' in read) values[field] = read.value
      else fault(read)
    }
  }
  return { values, faults }
}
