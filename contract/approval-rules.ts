import { z } from 'zod/mini'
import { colleague } from './colleague.ts'
import { anyPassword, optional, say, sayMissingOrInvalid } from './fields.ts'
import { instant, usd } from './http.ts'
import { isUsdAmount } from './usd-amounts.ts'

export const tiersAtMost = 5
export const approvalsAtMost = 5

/** A payment of `fromUsd` or more needs so many approvals. */
export const tier = z.object({ fromUsd: usd, approvals: z.int() })
export type Tier = z.infer<typeof tier>

/** GET, PUT /companies/approval-rules. `tiers` is sorted by `fromUsd`. */
export const approvalRules = z.object({
  tiers: z.array(tier),
  /** Money moves by passkeys alone. */
  strongOnly: z.boolean(),
  /** A change that waits for approvals (`effectiveAt` null) or for its 24 hours. */
  pending: z.nullable(
    z.object({
      _id: z.string(),
      tiers: z.array(tier),
      strongOnly: z.boolean(),
      effectiveAt: z.nullable(instant),
      askedBy: colleague,
      askedAt: instant,
      required: z.int(),
      given: z.array(colleague),
    }),
  ),
})
export type ApprovalRules = z.infer<typeof approvalRules>

const tierField = z.object({
  fromUsd: z
    .number({ error: sayMissingOrInvalid })
    .check(
      z.minimum(0, say('invalid')),
      z.maximum(1e12, say('invalid')),
      z.refine(isUsdAmount, say('salaryDecimals')),
    ),
  approvals: z
    .int({ error: sayMissingOrInvalid })
    .check(z.minimum(0, say('invalid')), z.maximum(approvalsAtMost, say('invalid'))),
})

/** PUT /companies/approval-rules: what is absent stays as it is. */
export const approvalRulesEdit = z
  .object({
    tiers: optional(z.array(tierField).check(z.maxLength(tiersAtMost, say('invalid')))),
    strongOnly: optional(z.boolean({ error: sayMissingOrInvalid })),
    /** The password of an administrator whose own code is one of the approvals that loosen the rules. */
    password: optional(anyPassword),
  })
  .check(
    z.refine(({ tiers, strongOnly }) => tiers !== undefined || strongOnly !== undefined, {
      path: ['tiers'],
      error: say('required'),
    }),
    z.refine(
      ({ tiers = [] }) => new Set(tiers.map(({ fromUsd }) => fromUsd)).size === tiers.length,
      {
        path: ['tiers'],
        error: say('invalid'),
      },
    ),
  )
export type ApprovalRulesEdit = z.infer<typeof approvalRulesEdit>
