import { z } from 'zod/mini'
import { eachField, filterFields, plainTextFields } from '#domain/employee-fields.ts'
import { preprocess, requiredText, sayMissingOrInvalid } from './fields.ts'
import { instant, usd } from './http.ts'
import { absent, optionalQuery, pageQuery, queryFlag, separated } from './queries.ts'

export const creationType = z.enum(['REGULAR', 'CSV'])

/** The company alone sets somebody's share in bitcoin, or the employee too. */
export const shareSetBy = z.enum(['COMPANY', 'EMPLOYEE'])

/** The time that a base salary pays for. */
export const payFrequency = z.enum(['MONTH', 'FORTNIGHT'])
export type PayFrequency = z.infer<typeof payFrequency>

/**
 * The first that applies to somebody. `noAddress`, `addressHeld` and `noConsent` stop a payment in bitcoin, so
 * they do not apply to somebody who is paid in dollars alone; `accountHeld` stops one in dollars.
 */
export const readiness = z.enum([
  'noAddress',
  'addressHeld',
  'accountHeld',
  'noConsent',
  'notInvited',
  'noEmail',
  'ready',
])
export type Readiness = z.infer<typeof readiness>

const hold = z.object({
  until: z.nullable(instant),
  at: instant,
  reason: z.enum(['ADDRESS', 'ACCOUNT', 'CONTACT', 'REPORTED']),
})

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
  /** The per cent of the salary that is paid in bitcoin; the rest is paid in dollars. */
  bitcoinPercent: z.int(),
  ...eachField(plainTextFields, () => z.string()),
  bankAccount: z.string(),
  /** Null: nobody has said. */
  hiredOn: z.nullable(z.iso.date()),
  payFrequency: z.nullable(payFrequency),
  invitedAt: z.nullable(instant),
  readiness,
  creationType,
  createdAt: instant,
  /** Grows with each change of the person. */
  version: z.int(),
  /** People of the company with the same address, at most 50. */
  sharedWith: z.array(z.object({ _id: z.string(), name: z.string(), accepted: z.boolean() })),
  /** The payroll by whose file a CSV person changes. */
  payroll: z.optional(z.object({ _id: z.string(), name: z.string() })),
  /** The newest change of e-mail and of phone since the person was last paid. */
  contactChanges: z.optional(
    z.array(
      z.object({
        kind: z.enum(['EMAIL', 'PHONE']),
        at: instant,
        by: z.object({ firstName: z.string(), lastName: z.string() }),
      }),
    ),
  ),
  /** A held address is paid nothing yet; `until` null: before somebody releases it. */
  addressHold: z.optional(hold),
  /** As `addressHold`, of the bank account. */
  accountHold: z.optional(hold),
})
export type Employee = z.infer<typeof employee>

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
  ...eachField(filterFields, () => optionalQuery),
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
  /**
   * Counts of all whom the other filters leave, and how many of them were ever invited; only with
   * `counts`.
   */
  readiness: z.optional(
    z.object({
      counts: z.record(readiness, z.int()),
      invited: z.int(),
      /** Paid less than everything in bitcoin. */
      inDollars: z.int(),
    }),
  ),
  /** The departments that there are, by name, at most 200; only with `counts`. */
  departments: z.optional(z.array(z.string())),
})
export type EmployeeList = z.infer<typeof employeeList>

/** PUT /companies/employees/{id}/shared-address. */
export const sharedAddressBody = z.object({
  with: requiredText(),
  accepted: z.boolean({ error: sayMissingOrInvalid }),
})
export type SharedAddressBody = z.infer<typeof sharedAddressBody>
