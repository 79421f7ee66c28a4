import type { EmployeeList } from '#contract/employees.ts'

export type ReadinessCounts = NonNullable<EmployeeList['readiness']>

/** Before anybody was invited, paid in dollars or asked for consent, a list says nothing of it. */
export const isReadinessShown = (counts: ReadinessCounts | undefined): boolean =>
  counts !== undefined &&
  (counts.invited > 0 || counts.inDollars > 0 || counts.counts.noConsent > 0)
