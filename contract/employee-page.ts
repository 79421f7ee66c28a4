import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { optionalAddress } from './bitcoin-address.ts'
import { shareSetBy } from './employees.ts'
import { absentIfBlank, optional, plainText, preprocess, sayMissingOrInvalid } from './fields.ts'
import { btc, instant, usd } from './http.ts'
import { percent } from './person-fields.ts'
import { pageQuery } from './queries.ts'

/**
 * /api/v1/employee: what an employee does without an account. A link by mail or SMS opens a session of 15
 * minutes in a cookie; nothing of it is the company's session.
 */

/** POST /employee/links: always answered alike. One of the two. */
export const linkBody = z.object({
  email: optional(plainText(200)),
  phone: optional(plainText(200)),
})
export type LinkBody = z.infer<typeof linkBody>

/** POST /employee/session. `companyId`: where the link's owner works for several companies. */
export const employeeSessionBody = z.object({
  token: preprocess((value) => value ?? '', plainText(200)),
  companyId: optional(plainText(100)),
})
export type EmployeeSessionBody = z.infer<typeof employeeSessionBody>
export const employeeSessionAnswer = z.object({
  /**
   * Companies of the link's person. With several and no `companyId` no session begins: the link is
   * still good.
   */
  companies: z.array(z.object({ _id: z.string(), name: z.string() })),
})

/** GET /employee/me. */
export const employeeMe = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.object({ _id: z.string(), name: z.string() }),
  next: z.nullable(z.object({ at: instant, usd })),
  baseSalary: usd,
  bitcoinPercent: z.int(),
  shareSetBy,
  /** Empty where nothing is paid in bitcoin. */
  cryptoAddress: z.string(),
  addressConfirmedAt: z.nullable(instant),
  addressHeldUntil: z.nullable(instant),
  /** A reported address is paid nothing before somebody of the company releases it. */
  addressReported: z.boolean(),
  bank: z.string(),
  /** The last four characters. */
  bankAccountEnd: z.string(),
  /** A change of address or share asks for a code by this channel; null: there is none, so it waits. */
  codeVia: z.nullable(z.enum(['EMAIL', 'SMS'])),
  /** The hours that a change waits when no code confirms it. */
  holdHours: z.int(),
  /** A payday is prepared with share, address and consent as they were: changes count after it, from `next` on. */
  countsFrom: z.nullable(z.object({ after: instant, next: z.nullable(instant) })),
  usdRate: z.nullable(usd),
  consentRequired: z.boolean(),
  consent: z.nullable(z.object({ agreed: z.boolean(), textVersion: z.int(), at: instant })),
  consentText: z.object({ version: z.int(), text: z.string() }),
  /** When this session ends. */
  endsAt: instant,
})
export type EmployeeMe = z.infer<typeof employeeMe>

/**
 * The state of a line as an employee sees it, in the words of a transaction's states: `confirmed`
 * is in a block. A line without a bitcoin part follows its run.
 */
export const employeePaymentState = z.enum(['unconfirmed', 'confirmed', 'failed'])

/** GET /employee/payments: the own lines, newest first. */
export const employeePaymentsQuery = pageQuery
export const employeePayments = z.object({
  payments: z.array(
    z.object({
      /** The line's. */
      _id: z.string(),
      at: instant,
      /** The run's note, else the month of its day. */
      period: z.string(),
      usd,
      bitcoinUsd: usd,
      dollarsUsd: usd,
      btc,
      state: employeePaymentState,
      cryptoAddress: z.string(),
      receipt: z.boolean(),
      arrived: z.nullable(z.boolean()),
      /** Marked as paid by the company, with its reference. */
      dollarsPaid: z.nullable(z.object({ at: instant, reference: z.string() })),
    }),
  ),
  pages: z.int(),
})
export type EmployeePayments = z.infer<typeof employeePayments>

/** PUT /employee/payout. `code`: of POST /employee/payout/code, where `codeVia` names a channel. */
export const payoutBody = (network: Network) =>
  z.object({
    bitcoinPercent: percent,
    cryptoAddress: optionalAddress(network),
    code: optional(plainText(20)),
  })
export type PayoutBody = z.infer<ReturnType<typeof payoutBody>>

/** POST /employee/payout/code. */
export const payoutCodeAnswer = z.object({
  via: z.nullable(z.enum(['EMAIL', 'SMS'])),
  sentTo: z.nullable(z.string()),
})

/** POST /employee/payments/{lineId}/arrived. */
export const arrivedBody = z.object({ arrived: z.boolean({ error: sayMissingOrInvalid }) })

/** PUT /employee/consent. */
export const consentBody = z.object({
  textVersion: preprocess(absentIfBlank, z.int({ error: sayMissingOrInvalid })),
  agreed: z.boolean({ error: sayMissingOrInvalid }),
})
