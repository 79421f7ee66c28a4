/** Why a run needs a code. `FEE`: its network fee is above a share of the salaries. */
export const codeReasons = [
  'OVER_USD',
  'CHANGED_ADDRESS',
  'NEW_PERSON',
  'SALARY_RAISED',
  'TOTAL_RAISED',
  'SECOND_RUN',
  'FEE',
] as const
export type CodeReason = (typeof codeReasons)[number]

/** Somebody of a run who differs from the payroll's last paid run. Amounts in US cents. */
export type Difference = {
  employeeId: string
  usdCents: bigint
  /** The amount of the last paid run; null: was not in it. */
  lastUsdCents: bigint | null
  /** Whether the last address that the company paid, or ordered to pay, is another one. */
  isMoved: boolean
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
  /** `isRecent`: less than 72 hours old, and this run is not the rest of it. */
  lastRun: { totalUsdCents: bigint; isRecent: boolean } | null
  differences: readonly Difference[]
}

/** More than 20 % above the last run. */
export const isRaised = ({ usdCents, lastUsdCents }: Difference): boolean =>
  lastUsdCents !== null && usdCents * 100n > lastUsdCents * 120n

/** More than 10 % above the last run. */
const isTotalRaised = (totalUsdCents: bigint, lastUsdCents: bigint): boolean =>
  totalUsdCents * 100n > lastUsdCents * 110n

/**
 * Why a run needs a code, in the order of the list; empty: it needs none. `people` counts those whom a
 * reason concerns: everybody, where it is about the run as a whole.
 */
export function reasonsForCode(terms: RunTerms): { code: CodeReason; people: number }[] {
  const { people, totalUsdCents, overUsdCents, lastRun, differences } = terms
  const asks = terms.asksForChanges && (lastRun !== null || terms.asksForFirstRun)
  const all = (applies: boolean) => (applies ? people : 0)
  const some = (concerns: (one: Difference) => boolean) =>
    asks ? differences.filter(concerns).length : 0
  const isOver = overUsdCents !== null && terms.orderedUsdCents + totalUsdCents > overUsdCents
  const counts: [CodeReason, number][] = [
    ['OVER_USD', all(isOver)],
    ['CHANGED_ADDRESS', some(({ isMoved }) => isMoved)],
    ['NEW_PERSON', some(({ lastUsdCents }) => lastUsdCents === null)],
    ['SALARY_RAISED', some(isRaised)],
    [
      'TOTAL_RAISED',
      all(asks && lastRun !== null && isTotalRaised(totalUsdCents, lastRun.totalUsdCents)),
    ],
    ['SECOND_RUN', all(asks && lastRun?.isRecent === true)],
  ]
  return counts.flatMap(([code, count]) => (count > 0 ? [{ code, people: count }] : []))
}
