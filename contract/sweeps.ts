import { z } from 'zod/mini'
import { colleague } from './colleague.ts'
import { optional, say } from './fields.ts'
import { instant, money, usd } from './http.ts'
import { transaction } from './transactions.ts'
import { isUsdAmount } from './usd-amounts.ts'

/** A change about sweeps that waits for approvals; it is decided under GET /approvals. */
const waiting = {
  _id: z.string(),
  askedBy: colleague,
  askedAt: instant,
  expiresAt: instant,
  required: z.int(),
  given: z.int(),
}

/**
 * HELD: it waits until `from`. READY: the trial goes out once a payroll has something left. TRIAL_SENT:
 * somebody is to say that it arrived. TRIAL_FAILED: register the address once more.
 */
export const sweepAddressStates = [
  'HELD',
  'READY',
  'TRIAL_SENT',
  'TRIAL_FAILED',
  'ARRIVED',
] as const

/** GET, PUT /companies/sweep-address and POST …/arrived: the company's own address for what is left. */
export const sweepAddress = z.object({
  current: z.nullable(
    z.object({
      address: z.string(),
      state: z.enum(sweepAddressStates),
      from: instant,
      arrivedAt: z.nullable(instant),
      trial: z.nullable(transaction),
    }),
  ),
  pending: z.nullable(z.object({ ...waiting, address: z.string() })),
})
export type SweepAddress = z.infer<typeof sweepAddress>

/** Why nothing is swept now. */
export const sweepWaits = [
  'OFF',
  'RESTORED',
  'FROZEN',
  'HELD',
  'AWAITS_ARRIVAL',
  'TRIAL_FAILED',
  'NOTHING_PAID',
  'NOT_FINAL',
  'DONE',
  'NOTHING_LEFT',
  'FEE_TOO_HIGH',
  'IN_PROGRESS',
  'PAYDAY_NEAR',
  'STOPPED',
  'PRICE_UNAVAILABLE',
  'NODE_UNAVAILABLE',
] as const

/** GET, PUT, DELETE /companies/payrolls/{id}/sweep. */
export const payrollSweep = z.object({
  on: z.boolean(),
  /** The floor that stays; null where sweeping is off. */
  floorUsd: z.nullable(usd),
  /** The reserve of the next run: no floor is below it. */
  leastFloorUsd: usd,
  /** The floor of a PUT that names none. */
  defaultFloorUsd: usd,
  address: z.nullable(z.string()),
  addressState: z.nullable(z.enum(sweepAddressStates)),
  pending: z.nullable(z.object({ ...waiting, floorUsd: usd })),
  /** The network fee of a sweep now, and the least that an address takes; null without a price. */
  fee: z.nullable(money),
  dust: z.nullable(money),
  waits: z.nullable(z.enum(sweepWaits)),
})
export type PayrollSweep = z.infer<typeof payrollSweep>

/** Absent: $50, or the reserve of the next run where that is more. */
export const payrollSweepEdit = z.object({
  floorUsd: optional(
    z
      .number({ error: say('invalid') })
      .check(
        z.minimum(0, say('invalid')),
        z.maximum(1e9, say('invalid')),
        z.refine(isUsdAmount, say('salaryDecimals')),
      ),
  ),
})
export type PayrollSweepEdit = z.infer<typeof payrollSweepEdit>
