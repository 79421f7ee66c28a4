import type { UsualPay } from './usual-pay.ts'

/** Why a run needs a code. `FEE`: its network fee is above a share of the salaries. */
export const codeReasons = [
  'OVER_USD',
  'CHANGED_ADDRESS',
  'NEW_PERSON',
  'SALARY_RAISED',
  'TOTAL_RAISED',
  'SECOND_RUN',
  'UNCERTAIN_PERIOD',
  'FEE',
] as const
export type CodeReason = (typeof codeReasons)[number]

/**
 * Somebody of a run who differs from the payroll's last paid run, or is paid more than usual. Amounts in
 * US cents.
 */
export type Difference = UsualPay & {
  employeeId: string
  usdCents: bigint
  /** The amount of the last paid run; null: was not in it. */
  lastUsdCents: bigint | null
  /** Whether the last address that the company paid, or ordered to pay, is another one. */
  isMoved: boolean
  /** Whether the dollars go to another account than the last that the company paid. */
  isAccountMoved: boolean
}

/** Everything that decides whether a run needs a code. Amounts in US cents. */
export type RunTerms = {
  people: number
  totalUsdCents: bigint
  /** The company's limit; null: none. */
  overUsdCents: bigint | null
  /** The other orders of the company in the last 24 hours. */
  orderedUsdCents: bigint
  /** The company's switch for everything but the limit. */
  asksForChanges: boolean
  /** Whether a run counts as changed where the payroll has no paid run yet; not so in the sandbox. */
  asksForFirstRun: boolean
  lastRun: {
    totalUsdCents: bigint
    /** The last run is less than 72 hours old, and this run does not pay its unpaid lines. */
    isRecent: boolean
    /**
     * The total before anybody was paid alone: a run of chosen people counts as one with the last.
     * null: this run is of everybody.
     */
    begunUsdCents: bigint | null
  } | null
  differences: readonly Difference[]
  /** Nobody knows whether the period is paid already. */
  isUncertain: boolean
  /** A salary or a total above the last run by more than so many per cent asks for a code. */
  salaryGuardPercent: number
  totalGuardPercent: number
}

const isAbove = (usdCents: bigint, lastUsdCents: bigint, percent: number): boolean =>
  usdCents * 100n > lastUsdCents * BigInt(100 + percent)

/** A person is paid further above what is usual than the company's guard lets pass, whatever for. */
export const isRaised = (
  { usdCents, recentUsdCents, usualUsdCents }: Difference,
  { salaryGuardPercent }: Pick<RunTerms, 'salaryGuardPercent'>,
): boolean => isAbove(usdCents + recentUsdCents, usualUsdCents, salaryGuardPercent)

/**
 * Chosen people are few: a raise of all, paid in parts, counts as a whole. Who is new asks for a code
 * in any case.
 */
function isTotalRaised(terms: RunTerms): boolean {
  const { totalUsdCents, lastRun, differences, totalGuardPercent: percent } = terms
  if (!lastRun) return false
  if (lastRun.begunUsdCents === null) return isAbove(totalUsdCents, lastRun.totalUsdCents, percent)
  const raises = differences.reduce(
    (sum, { usdCents, lastUsdCents }) =>
      sum + (lastUsdCents === null ? 0n : usdCents - lastUsdCents),
    0n,
  )
  return raises > 0n && isAbove(lastRun.totalUsdCents + raises, lastRun.begunUsdCents, percent)
}

/**
 * Why a run needs a code, in the order of the list; empty: it needs none. `people` counts those whom a
 * reason concerns: everybody, where it is about the run as a whole.
 */
export function reasonsForCode(terms: RunTerms): { code: CodeReason; people: number }[] {
  const { people, totalUsdCents, overUsdCents, lastRun, differences } = terms
  const asks = terms.asksForChanges && (lastRun !== null || terms.asksForFirstRun)
  const all = (applies: boolean) => (applies ? people : 0)
  const count = (concerns: (one: Difference) => boolean) => differences.filter(concerns).length
  const some = (concerns: (one: Difference) => boolean) => (asks ? count(concerns) : 0)
  const isOver = overUsdCents !== null && terms.orderedUsdCents + totalUsdCents > overUsdCents
  const counts: [CodeReason, number][] = [
    ['OVER_USD', all(isOver)],
    ['CHANGED_ADDRESS', some((one) => one.isMoved || one.isAccountMoved)],
    ['NEW_PERSON', some(({ lastUsdCents }) => lastUsdCents === null)],
    // A bonus may be unusual before any run of salaries; the salaries of a first run never are.
    ['SALARY_RAISED', terms.asksForChanges ? count((one) => isRaised(one, terms)) : 0],
    ['TOTAL_RAISED', all(asks && isTotalRaised(terms))],
    ['SECOND_RUN', all(asks && lastRun?.isRecent === true)],
    ['UNCERTAIN_PERIOD', all(terms.isUncertain)],
  ]
  return counts.flatMap(([code, concerned]) => (concerned > 0 ? [{ code, people: concerned }] : []))
}
