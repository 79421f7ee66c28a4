import type { ChangesSummary } from '#contract/changes.ts'

/** The counts of a payment in which nobody differs from the last one. */
export const noChanges: ChangesSummary['counts'] = {
  added: 0,
  left: 0,
  addresses: 0,
  salaries: 0,
  names: 0,
  accounts: 0,
  shares: 0,
  frequencies: 0,
  amounts: 0,
}
