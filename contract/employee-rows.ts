import type { z } from 'zod/mini'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { type ReadSalary, readSalary } from '#domain/csv-salary.ts'
import {
  type CsvColumns,
  type CsvField,
  csvFields,
  isRoundedNumber,
  withoutApostrophe,
} from '#domain/employee-csv.ts'
import { addressFault } from './employees.ts'
import { isFieldText, nameOfThree, optionalEmail, optionalPhone, optionalText } from './fields.ts'
import type { CellText } from './texts/keys.ts'

/** A fault of one cell; `column` is its place in the row, null where the file has no such column. */
export type RowFault = {
  field: CsvField
  column: number | null
  text: CellText
  params?: Record<string, string>
}

/** A row as the form would have it; a cell with a fault leaves its value out. */
export type EmployeeRow = {
  firstName: string
  lastName: string
  identification: string
  email: string
  phone: string
  baseSalaryUsdCents: bigint
  cryptoAddress: string
  script: Uint8Array
}
export type ReadRow = { values: Partial<EmployeeRow>; faults: RowFault[] }

type Said = { text: CellText; params?: Record<string, string> }

/** The form's own rules for the cells that are texts. */
const textRules = {
  firstName: nameOfThree,
  lastName: nameOfThree,
  identification: optionalText(),
  email: optionalEmail,
  phone: optionalPhone,
} satisfies Partial<Record<CsvField, z.ZodMiniType<string>>>
type TextField = keyof typeof textRules

const longestAddress = 300
const salaryMinimumUsdCents = 100n
const salaryMaximumUsdCents = 1_000_000_000n

function readText(field: TextField, cell: string): { value: string } | Said {
  const holdsNumber = field === 'identification' || field === 'phone'
  if (holdsNumber && isRoundedNumber(cell)) return { text: 'csvRounded' }
  const read = textRules[field].safeParse(cell)
  if (read.success) return { value: read.data }
  const message = read.error.issues[0]?.message ?? ''
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

/** Checks the cells of one row as the form checks what is typed into it. */
export function readEmployeeRow(
  cells: readonly string[],
  columns: CsvColumns,
  network: Network,
): ReadRow {
  const values: Partial<EmployeeRow> = {}
  const faults: RowFault[] = []
  for (const field of csvFields) {
    const column = columns[field] ?? null
    const cell = withoutApostrophe(column === null ? '' : (cells[column] ?? ''))
    const fault = (said: Said) => faults.push({ field, column, ...said })
    if (field === 'cryptoAddress') {
      const parsed = parseBtcAddress(cell.slice(0, longestAddress + 1), network)
      if (parsed.ok && cell.length <= longestAddress) {
        values.cryptoAddress = parsed.address
        values.script = parsed.script
      } else if (cell.trim() === '') fault({ text: 'required' })
      else fault({ text: parsed.ok ? 'address' : addressFault(parsed) })
    } else if (field === 'baseSalary') {
      const read = readBaseSalary(cell)
      if ('value' in read) values.baseSalaryUsdCents = read.value
      else fault(read)
    } else {
      const read = readText(field, cell)
      if ('value' in read) values[field] = read.value
      else fault(read)
    }
  }
  return { values, faults }
}
