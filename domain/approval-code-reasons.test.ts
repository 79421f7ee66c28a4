import { expect, test } from 'vitest'
import { type Difference, type RunTerms, reasonsForCode } from './approval-code-reasons.ts'

const nothingNew: RunTerms = {
  people: 3,
  totalUsdCents: 100_000n,
  overUsdCents: null,
  orderedUsdCents: 0n,
  asksForChanges: true,
  asksForFirstRun: true,
  lastRun: { totalUsdCents: 100_000n, isRecent: false, begunUsdCents: null },
  differences: [],
  isUncertain: false,
  salaryGuardPercent: 20,
  totalGuardPercent: 10,
}
const person = (changes: Partial<Difference>): Difference => ({
  employeeId: 'ana',
  usdCents: 50_000n,
  lastUsdCents: 50_000n,
  usualUsdCents: 50_000n,
  recentUsdCents: 0n,
  isMoved: false,
  isAccountMoved: false,
  ...changes,
})
const reasons = (changes: Partial<RunTerms>) => reasonsForCode({ ...nothingNew, ...changes })

test('the same people, addresses and salaries as last time → no code', () => {
  expect(reasons({})).toEqual([])
})

test('the sum of 24 hours is the limit → no code; a cent more → a code', () => {
  const limit = { overUsdCents: 250_000n }
  expect(reasons({ ...limit, orderedUsdCents: 150_000n })).toEqual([])
  const over = [{ code: 'OVER_USD', people: 3 }]
  expect(reasons({ ...limit, orderedUsdCents: 150_001n })).toEqual(over)
  expect(reasons({ overUsdCents: 0n })).toEqual(over)
})

test('another address, or a person who was not in the last run → a code', () => {
  expect(reasons({ differences: [person({ isMoved: true })] })).toEqual([
    { code: 'CHANGED_ADDRESS', people: 1 },
  ])
  expect(reasons({ differences: [person({ lastUsdCents: null })] })).toEqual([
    { code: 'NEW_PERSON', people: 1 },
  ])
  // Somebody paid in another payroll at another address, and new here, has two reasons.
  expect(reasons({ differences: [person({ lastUsdCents: null, isMoved: true })] })).toEqual([
    { code: 'CHANGED_ADDRESS', people: 1 },
    { code: 'NEW_PERSON', people: 1 },
  ])
})

test('a salary raised by exactly 20 % → no code; by a cent more → a code', () => {
  expect(reasons({ differences: [person({ usdCents: 60_000n })] })).toEqual([])
  expect(reasons({ differences: [person({ usdCents: 60_001n })] })).toEqual([
    { code: 'SALARY_RAISED', people: 1 },
  ])
})

test('72 hours are exactly 20 % above the usual pay → no code; a cent more → a code', () => {
  const twice = (recentUsdCents: bigint) => reasons({ differences: [person({ recentUsdCents })] })
  expect(twice(10_000n)).toEqual([])
  expect(twice(10_001n)).toEqual([{ code: 'SALARY_RAISED', people: 1 }])
  const first = { lastRun: null, asksForFirstRun: false }
  const bonus = [person({ lastUsdCents: null, usdCents: 60_001n })]
  expect(reasons({ ...first, differences: bonus }), 'also before any payday').toEqual([
    { code: 'SALARY_RAISED', people: 1 },
  ])
})

test('a total raised by exactly 10 % → no code; by a cent more → a code', () => {
  expect(reasons({ totalUsdCents: 110_000n })).toEqual([])
  expect(reasons({ totalUsdCents: 110_001n })).toEqual([{ code: 'TOTAL_RAISED', people: 3 }])
})

test('people paid alone, who with all since raise the total by more → a code', () => {
  const chosen = (totalUsdCents: bigint, usdCents: bigint) =>
    reasons({
      people: 1,
      totalUsdCents: usdCents,
      lastRun: { totalUsdCents, isRecent: false, begunUsdCents: 100_000n },
      differences: usdCents > 50_000n ? [person({ usdCents })] : [],
    })
  expect(chosen(100_000n, 60_000n)).toEqual([])
  expect(chosen(100_001n, 60_000n)).toEqual([{ code: 'TOTAL_RAISED', people: 1 }])
  // Somebody is paid as ever: a raise of others, which a code confirmed, is not asked about again.
  expect(chosen(120_000n, 50_000n)).toEqual([])
})

test('a second run within 72 hours → a code', () => {
  expect(
    reasons({ lastRun: { totalUsdCents: 100_000n, isRecent: true, begunUsdCents: null } }),
  ).toEqual([{ code: 'SECOND_RUN', people: 3 }])
})

const everybodyNew = {
  lastRun: null,
  differences: ['ana', 'luis', 'rosa'].map((employeeId) =>
    person({ employeeId, lastUsdCents: null }),
  ),
}

test('a first run → everybody is new; in the sandbox only the limit asks', () => {
  expect(reasons(everybodyNew)).toEqual([{ code: 'NEW_PERSON', people: 3 }])
  const sandbox = { ...everybodyNew, asksForFirstRun: false }
  expect(reasons(sandbox)).toEqual([])
  expect(reasons({ ...sandbox, overUsdCents: 99_999n })).toEqual([{ code: 'OVER_USD', people: 3 }])
})

test('a company that switched it off → only its limit asks', () => {
  const changes = [person({ isMoved: true, usdCents: 90_000n })]
  const off = { asksForChanges: false, totalUsdCents: 900_000n, differences: changes }
  expect(reasons(off)).toEqual([])
  expect(reasons({ ...off, ...everybodyNew })).toEqual([])
  expect(reasons({ ...off, overUsdCents: 1n })).toEqual([{ code: 'OVER_USD', people: 3 }])
})

test('nobody knows whether it is paid → a code, whatever the company switched off', () => {
  const off = { asksForChanges: false, asksForFirstRun: false, lastRun: null }
  expect(reasons({ ...off, isUncertain: true })).toEqual([{ code: 'UNCERTAIN_PERIOD', people: 3 }])
})
