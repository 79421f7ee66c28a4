import { z } from 'zod/mini'
import { payrollStatusCodes } from '#domain/payroll-status.ts'
import { instant, money, usd } from './http.ts'

/**
 * The state of a payroll's payday: the first code that applies. `stopped` holds also where the
 * money suffices and something else refuses; `reason` is that code.
 */
export const payrollStatusCode = z.enum(payrollStatusCodes)
export type { PayrollStatusCode } from '#domain/payroll-status.ts'

export const payrollStatus = z.object({
  code: payrollStatusCode,
  /** The time that the code speaks of: ordered, sent, paid. */
  at: z.nullable(instant),
  /** People of the payroll, now. */
  people: z.int(),
  /** People of the payroll whom the run that the code speaks of has not paid. */
  unpaid: z.int(),
  /** The people of that run, which may be others than the payroll's now; 0: the code speaks of no run. */
  lines: z.int(),
  totalUsd: usd,
  /** People whose bitcoin is paid or on its way, or whose dollars were sent if they get no bitcoin. */
  paid: z.int(),
  paidUsd: usd,
  /** People with a part in dollars; `left`: no list for the bank has had their part yet. */
  dollars: z.nullable(z.object({ people: z.int(), left: z.int() })),
  missing: z.nullable(money),
  spare: z.nullable(z.object({ usd })),
  onTheWay: z.nullable(money),
  approvals: z.nullable(
    z.object({ given: z.int(), required: z.int(), until: z.nullable(instant) }),
  ),
  /** An error code (`contract/errors.ts`). */
  reason: z.nullable(z.string()),
  /** The run that the code speaks of. */
  payment: z.nullable(z.string()),
})
export type PayrollStatus = z.infer<typeof payrollStatus>

/** The amount to ask somebody to send: what is missing plus the reserve; 0 where nothing is missing. */
export const toFund = z.extend(money, { reserveUsd: usd })
export type ToFund = z.infer<typeof toFund>
