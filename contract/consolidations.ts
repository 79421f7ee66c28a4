import { z } from 'zod/mini'
import { money } from './http.ts'
import { transaction } from './transactions.ts'

/** GET /companies/payrolls/{id}/consolidate: what the press would do now. */
export const consolidationOffer = z.object({
  /** How many deposits become one; 0: there is nothing to consolidate. */
  deposits: z.int(),
  fee: money,
  /** The fee is above the ceiling, or the company approves with keys alone. */
  needsCode: z.boolean(),
  /** The approvals of others that it needs for the same reasons, where no administrator asks. */
  approvalsRequired: z.int(),
})
export type ConsolidationOffer = z.infer<typeof consolidationOffer>

export const consolidationAnswer = z.object({ transaction })
export type ConsolidationAnswer = z.infer<typeof consolidationAnswer>
