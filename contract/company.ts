import { z } from 'zod/mini'
import { longestHoldHours } from '#domain/address-hold-hours.ts'
import { countries } from '#domain/countries.ts'
import { highestReservePercent } from '#domain/funding-reserve.ts'
import { isDay } from '#domain/schedule/day.ts'
import { shareSetBy } from './employees.ts'
import {
  absentIfBlank,
  anyPassword,
  optional,
  preprocess,
  requiredText,
  say,
  sayMissingOrInvalid,
} from './fields.ts'
import { instant, usd } from './http.ts'
import { nameOfThree } from './person-fields.ts'
import { isUsdAmount } from './usd-amounts.ts'

/** GET /companies/company-sector. */
export const sectorList = z.object({ companySectors: z.array(z.string()) })

/** GET /config: what the web app must know before anybody signs in. */
export const publicConfig = z.object({
  network: z.enum(['main', 'test', 'testnet4', 'signet', 'regtest']),
  /** Has `{txid}` in it. */
  explorerTxUrl: z.string(),
  sandbox: z.boolean(),
})
export type PublicConfig = z.infer<typeof publicConfig>

/** GET /companies/company. `companyName` repeats `name`: both names are in use. */
export const company = z.object({
  _id: z.string(),
  name: z.string(),
  companyName: z.string(),
  companySector: z.string(),
  createdAt: instant,
  /** Payments above `overUsd`, and payments to an address that changed, wait for a code. */
  approval: z.object({ overUsd: z.nullable(usd), changedAddresses: z.boolean() }),
  /** A frozen company pays nothing from this moment until it is unfrozen; null: it is not frozen. */
  frozenAt: z.nullable(instant),
  /** How much more than what is missing somebody is asked to send; 0: nothing more. */
  fundingReservePercent: z.int(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The hours for which a changed address of somebody who was paid before is paid nothing. */
  addressHoldHours: z.int(),
  /** A salary, or the total, that rises by more than so many per cent asks for an approval. */
  salaryGuardPercent: z.int(),
  totalGuardPercent: z.int(),
  /** `COMPANY`: nobody sets the own share in bitcoin. */
  shareSetBy,
  /** People without consent are paid nothing in bitcoin. */
  requireConsent: z.boolean(),
  /** Employees get their receipts by mail. */
  notifyEmployees: z.boolean(),
  /** Days on which it pays nobody, besides the holidays of the country. */
  closedDays: z.array(z.object({ day: z.string(), name: z.string() })),
})
export type Company = z.infer<typeof company>

/** Dollars above which a payment is approved; null: none is for its sum. */
const overUsd = preprocess(
  (value) => absentIfBlank(value) ?? null,
  z.nullable(
    z
      .number({ error: say('invalid') })
      .check(
        z.minimum(0, say('invalid')),
        z.maximum(1e12, say('invalid')),
        z.refine(isUsdAmount, say('salaryDecimals')),
      ),
  ),
)

const reservePercent = z
  .int({ error: say('invalid') })
  .check(z.minimum(0, say('invalid')), z.maximum(highestReservePercent, say('invalid')))

const country = z.string({ error: say('invalid') }).check(
  z.trim(),
  z.toUpperCase(),
  z.refine((code) => countries.has(code), say('invalid')),
)

const holdHours = z
  .int({ error: say('invalid') })
  .check(z.minimum(0, say('invalid')), z.maximum(longestHoldHours, say('invalid')))

export const highestGuardPercent = 1_000
const guardPercent = z
  .int({ error: say('invalid') })
  .check(z.minimum(0, say('invalid')), z.maximum(highestGuardPercent, say('invalid')))

const closedDaysAtMost = 400
/** A day on which the company pays nobody. */
export const closedDay = z.object({
  day: requiredText(10).check(z.refine(isDay, say('scheduleDate'))),
  name: requiredText(100),
})
const closedDays = z.array(closedDay, { error: sayMissingOrInvalid }).check(
  z.maxLength(closedDaysAtMost, say('tooLong')),
  z.refine(
    (days) => new Set(days.map(({ day }) => day)).size === days.length,
    say('closedDayTwice'),
  ),
)

/**
 * PUT /companies: any of its fields, alone or together. A part of it loosens a setting where fewer payments
 * would ask for an approval than before, a new address would wait less, consent is no longer required, or
 * employees may set their own share again. That part waits under `GET /approvals`: for the code of who asks,
 * who gives the password here, and under rules for the approvals of the highest tier and 24 hours. The answer
 * is the company as it is.
 */
export const companyEdit = z
  .object({
    name: optional(nameOfThree),
    approval: optional(
      z.object({ overUsd, changedAddresses: z.boolean({ error: sayMissingOrInvalid }) }),
    ),
    fundingReservePercent: optional(reservePercent),
    country: optional(country),
    addressHoldHours: optional(holdHours),
    salaryGuardPercent: optional(guardPercent),
    totalGuardPercent: optional(guardPercent),
    shareSetBy: optional(z.enum(shareSetBy.options, { error: say('invalid') })),
    requireConsent: optional(z.boolean({ error: sayMissingOrInvalid })),
    notifyEmployees: optional(z.boolean({ error: sayMissingOrInvalid })),
    closedDays: optional(closedDays),
    password: optional(anyPassword),
  })
  .check(
    z.refine(
      ({ password: _, ...settings }) =>
        Object.values(settings).some((given) => given !== undefined),
      { path: ['name'], error: say('required') },
    ),
  )
export type CompanyEdit = z.infer<typeof companyEdit>
