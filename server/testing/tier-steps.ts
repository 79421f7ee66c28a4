import { approvalRules } from '#contract/approval-rules.ts'
import { expectAccepted, type TestCompany } from './factories.ts'

/** Sets rules that tighten: they are in force at once. */
export async function setTiers(
  by: Pick<TestCompany, 'call'>,
  tiers: { fromUsd: number; approvals: number }[],
) {
  const rules = expectAccepted(
    approvalRules,
    await by.call('PUT', '/companies/approval-rules', { tiers }),
  )
  if (rules.pending) throw new Error('the rules wait')
}
