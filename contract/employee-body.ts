import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { isFiller } from '#domain/document.ts'
import { dayMs } from '#domain/durations.ts'
import { eachField, fieldTable, plainTextFields } from '#domain/employee-fields.ts'
import { readIban } from '#domain/iban.ts'
import { dayNumber, isoDay } from '#domain/iso-day.ts'
import { optionalAddress } from './bitcoin-address.ts'
import { payFrequency } from './employees.ts'
import {
  absentIfBlank,
  optional,
  plainText,
  preprocess,
  say,
  sayMissingOrInvalid,
  trimmed,
} from './fields.ts'
import { optionalEmail, optionalPhone, percent, personName } from './person-fields.ts'
import { isUsdAmount } from './usd-amounts.ts'

/** 1 to 10,000,000 USD with at most two decimals; a JSON number, nothing that could be made one. */
export const baseSalary = z
  .number({ error: sayMissingOrInvalid })
  .check(
    z.minimum(1, say('salaryMinimum')),
    z.maximum(10_000_000, say('salaryMaximum')),
    z.refine(isUsdAmount, say('salaryDecimals')),
  )

/** Absent keeps the present one, for clients that know nothing of dollars; `''` takes it away. */
const kept = <Schema extends z.core.$ZodType>(schema: Schema) =>
  preprocess((value) => value ?? undefined, z.optional(schema))

/** Digits, blanks and hyphens, or an IBAN, which is kept without blanks. */
export const bankAccount = plainText(42).check(
  z.overwrite((account: string) => readIban(account) ?? account),
  z.refine(
    (account) =>
      account === '' ||
      (/^[\d -]{4,34}$/.test(account) && /(\d[ -]*){4}/.test(account)) ||
      readIban(account) !== null,
    say('bankAccount'),
  ),
)

/** Somebody may be entered before the first day of work. */
const daysBeforeWork = 90

/** A day on which somebody may have been hired, or is going to be soon. `''` is none at all. */
export const hiredOn = (today: () => Date) =>
  z.string({ error: sayMissingOrInvalid }).check(
    trimmed,
    z.refine((day) => day === '' || dayNumber(day) !== null, {
      error: say('day'),
      abort: true,
    }),
    z.refine((day) => day === '' || day >= '1900-01-01', say('dayTooEarly')),
    z.refine((day) => day <= lastDayHired(today()), say('dayToCome')),
  )

const lastDayHired = (today: Date) => isoDay(new Date(today.getTime() + daysBeforeWork * dayMs))

/** A document's text; one that says that there is none is `''`. */
export const optionalDocument = preprocess(
  (value) => (typeof value === 'string' && isFiller(value) ? undefined : absentIfBlank(value)),
  z._default(plainText(200), ''),
)

/** The fields of an employee, each by itself. `today`: the time by which a day has come. */
export const employeeFields = (network: Network, today = () => new Date()) =>
  z.object({
    firstName: personName,
    lastName: personName,
    identification: optionalDocument,
    email: optionalEmail,
    phone: optionalPhone,
    baseSalary,
    cryptoAddress: optionalAddress(network),
    bitcoinPercent: optional(percent),
    ...eachField(plainTextFields, (field) => kept(plainText(fieldTable[field].maximum))),
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

/** A share in bitcoin needs an address; a body without a share has that of a new employee. */
export const addressIfBitcoin = addressIfPaid(100)

/** POST /companies/employees. */
export const employeeBody = (network: Network, today?: () => Date) =>
  employeeFields(network, today).check(addressIfBitcoin)

/**
 * PUT /companies/employees/{id}, which replaces the whole, but what came later than the first clients: the
 * `keptFields` stay where it does not name them.
 */
export const employeeEdit = (network: Network, today?: () => Date) =>
  z
    .extend(employeeFields(network, today), {
      /** The version that was read: an edit of an older one is refused. */
      version: z.optional(z.int({ error: sayMissingOrInvalid })),
      /** Says after 409 ANOTHER_PERSON that it is the same person, who keeps payments and consents. */
      samePerson: z.optional(z.boolean({ error: sayMissingOrInvalid })),
    })
    .check(addressIfPaid(0))
export type EmployeeEdit = z.infer<ReturnType<typeof employeeEdit>>
