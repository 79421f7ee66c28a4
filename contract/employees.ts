import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { type AddressFault, explainAddress } from '#domain/explain-address.ts'
import { dayNumber, isoDay } from '#domain/iso-day.ts'
import {
  missingOrInvalid,
  nameOfThree,
  optional,
  optionalEmail,
  optionalPhone,
  optionalText,
  percent,
  plainText,
  preprocess,
  requiredText,
  say,
} from './fields.ts'
import { absent, instant, isUsdAmount, optionalQuery, pageQuery, queryFlag, usd } from './http.ts'
import type { FieldText } from './texts/keys.ts'

export const creationType = z.enum(['REGULAR', 'CSV'])

/** Who may set somebody's share in bitcoin: the company alone, or the employee too. */
export const shareSetBy = z.enum(['COMPANY', 'EMPLOYEE'])

/** The time that a base salary pays for. */
export const payFrequency = z.enum(['MONTH', 'FORTNIGHT'])
export type PayFrequency = z.infer<typeof payFrequency>

/**
 * The first that applies to somebody. Only the first three stop a payment in bitcoin. `noAddress`: neither an
 * address nor, of somebody paid in dollars alone, a bank account is known.
 */
export const readiness = z.enum([
  'noAddress',
  'addressHeld',
  'noConsent',
  'notInvited',
  'noEmail',
  'ready',
])
export type Readiness = z.infer<typeof readiness>

export const employee = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identification: z.string(),
  email: z.string(),
  phone: z.string(),
  baseSalary: usd,
  /** Empty of somebody who is paid nothing in bitcoin. */
  cryptoAddress: z.string(),
  /** When the employee first said that money came to this address; null: not yet. */
  addressConfirmedAt: z.nullable(instant),
  /** So many per cent of the salary are paid in bitcoin, and the rest in dollars. */
  bitcoinPercent: z.int(),
  bank: z.string(),
  bankAccount: z.string(),
  /** Null: nobody has said. */
  hiredOn: z.nullable(z.iso.date()),
  payFrequency: z.nullable(payFrequency),
  invitedAt: z.nullable(instant),
  readiness,
  creationType,
  createdAt: instant,
  /** People of the company with the same address, at most 50. */
  sharedWith: z.array(z.object({ _id: z.string(), name: z.string(), accepted: z.boolean() })),
  /** The payroll by whose file a CSV person changes. */
  payroll: z.optional(z.object({ _id: z.string(), name: z.string() })),
  /** Nothing is paid to the address yet; `until` null: before somebody releases it. */
  addressHold: z.optional(
    z.object({
      until: z.nullable(instant),
      at: instant,
      reason: z.enum(['ADDRESS', 'CONTACT', 'REPORTED']),
    }),
  ),
})
export type Employee = z.infer<typeof employee>

/** In a query values have commas between. */
const separated = (value: unknown) => {
  const given = absent(value)
  return typeof given === 'string' ? given.split(',') : given
}

/**
 * GET /employees. `payroll` keeps those in that payroll, `excludePayroll` those not in it, `address` those
 * who are paid there.
 */
export const employeeQuery = z.extend(pageQuery, {
  search: optionalQuery,
  creationType: preprocess(absent, z.optional(creationType)),
  payroll: optionalQuery,
  excludePayroll: optionalQuery,
  address: optionalQuery,
  /** Any of these. */
  readiness: preprocess(separated, z.optional(z.array(readiness))),
  /** Counts everybody by readiness, for the tabs above the list. */
  counts: queryFlag,
})
export type EmployeeQuery = z.infer<typeof employeeQuery>

export const employeeList = z.object({
  employees: z.array(employee),
  employeesMatched: z.int(),
  pages: z.int(),
  /** With `counts`: of all whom the other filters leave, and how many of them were ever invited. */
  readiness: z.optional(
    z.object({
      counts: z.record(readiness, z.int()),
      invited: z.int(),
      /** Paid less than everything in bitcoin. */
      inDollars: z.int(),
    }),
  ),
})
export type EmployeeList = z.infer<typeof employeeList>

/** An address as typed or pasted, checked in full for `network`; the output is its canonical text. */
export const bitcoinAddress = (network: Network) => addressOf(network, 'required')
/** The same, or `''` of somebody who is paid nothing in bitcoin. */
export const optionalAddress = (network: Network) => addressOf(network, 'optional')

const addressOf = (network: Network, blank: 'required' | 'optional') =>
  preprocess(
    (value) => value ?? '',
    z.pipe(
      z.string({ error: say('invalid') }),
      z.transform((text: string, { issues }) => {
        const refuse = (message: FieldText, fault?: AddressFault) => {
          issues.push({ code: 'custom', message, input: text, ...(fault && { params: { fault } }) })
          return z.NEVER
        }
        if (text.trim() === '') return blank === 'optional' ? '' : refuse('required')
        const explained = explainAddress(text, network)
        return explained.ok ? explained.address : refuse('address', explained.fault)
      }),
    ),
  )

/** 1 to 10,000,000 USD with at most two decimals; a JSON number, nothing that could be made one. */
export const baseSalary = z
  .number({ error: missingOrInvalid })
  .check(
    z.minimum(1, say('salaryMinimum')),
    z.maximum(10_000_000, say('salaryMaximum')),
    z.refine(isUsdAmount, say('salaryDecimals')),
  )

/** Absent keeps the present one, for clients that know nothing of dollars; `''` takes it away. */
const kept = <Schema extends z.core.$ZodType>(schema: Schema) =>
  preprocess((value) => value ?? undefined, z.optional(schema))

/** Digits, blanks and hyphens. */
export const bankAccount = plainText(34).check(
  z.refine(
    (account) => account === '' || (/^[\d -]{4,34}$/.test(account) && /(\d[ -]*){4}/.test(account)),
    say('bankAccount'),
  ),
)

/** A day on which somebody may have been hired: none that has not come yet. `''` is none at all. */
export const hiredOn = (today: () => Date) =>
  z.string({ error: missingOrInvalid }).check(
    z.trim(),
    z.refine((day) => day === '' || dayNumber(day) !== null, {
      error: say('day'),
      abort: true,
    }),
    z.refine((day) => day === '' || day >= '1900-01-01', say('dayTooEarly')),
    z.refine((day) => day <= isoDay(today()), say('dayToCome')),
  )

/** The fields of an employee, each by itself. `today`: the time by which a day has come. */
export const employeeFields = (network: Network, today = () => new Date()) =>
  z.object({
    firstName: nameOfThree,
    lastName: nameOfThree,
    identification: optionalText(),
    email: optionalEmail,
    phone: optionalPhone,
    baseSalary,
    cryptoAddress: optionalAddress(network),
    bitcoinPercent: optional(percent),
    bank: kept(plainText(100)),
    bankAccount: kept(bankAccount),
    hiredOn: kept(hiredOn(today)),
    payFrequency: kept(z.enum(['', ...payFrequency.options], { error: say('invalid') })),
  })
export type EmployeeBody = z.infer<ReturnType<typeof employeeFields>>

/** `assumed`: the share of a body that says none. */
const addressIfPaid = (assumed: number) =>
  z.refine<EmployeeBody>(
    ({ cryptoAddress, bitcoinPercent = assumed }) => cryptoAddress !== '' || bitcoinPercent === 0,
    {
      path: ['cryptoAddress'],
      error: ({ input }) =>
        say((input as EmployeeBody).bitcoinPercent === undefined ? 'required' : 'addressOfShare'),
      // Beside the faults of other fields: somebody who mends a form sees all of them at once.
      when: ({ issues }) =>
        issues.every(({ path: [field] = [] }) => field !== undefined && field !== 'bitcoinPercent'),
    },
  )

/** Nothing in bitcoin is paid without an address; a body that says no share has that of a new employee. */
export const addressIfBitcoin = addressIfPaid(100)

/** POST /companies/employees. */
export const employeeBody = (network: Network, today?: () => Date) =>
  employeeFields(network, today).check(addressIfBitcoin)

/**
 * PUT /companies/employees/{id}, which replaces the whole, but what came later than the first clients: share,
 * bank, account, hire date and frequency stay where it does not name them.
 */
export const employeeEdit = (network: Network, today?: () => Date) =>
  employeeFields(network, today).check(addressIfPaid(0))

/** PUT /companies/employees/{id}/shared-address. */
export const sharedAddressBody = z.object({
  with: requiredText(),
  accepted: z.boolean({ error: missingOrInvalid }),
})
export type SharedAddressBody = z.infer<typeof sharedAddressBody>
