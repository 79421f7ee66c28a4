import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverAtLowerPrices, cushionFor, type PlannedRun } from './cover.ts'
import { defaultFeeCeilings } from './fee-ceilings.ts'
import { inputCostSats, largestCrumbSats, minimumHeadSats } from './fees.ts'
import { centsFromSatsRoundedUp, larger, satsFromCents } from './money.ts'
import { planPayment } from './payment-plan.ts'

/** look/dashboard-next-payday-light: 86 people, $36,980.00; $35,759.90 are there, the fee is $9.90. */
const rate = 9_148_237n
const spendableSats = satsFromCents(3_575_990n, rate)
const totalSats = satsFromCents(3_698_000n, rate)
const feeSats = satsFromCents(990n, rate)
const missingSats = totalSats + feeSats - spendableSats
const picture = { spendableSats, totalSats, feeSats, missingSats, rateUsdCentsPerBtc: rate }

test('the picture of the dashboard → its prices, its per cents and its $1,230.00', () => {
  const { rows, holdsPercent } = coverAtLowerPrices(picture)
  expect(rows.map((row) => row.usdCentsPerBtc)).toEqual([
    9_148_237n,
    8_690_825n,
    8_233_413n,
    7_318_589n,
  ])
  expect(rows.map((row) => row.coveredPercent)).toEqual([96, 91, 87, 77])
  expect(rows[0]?.missingUsdCents).toBe(123_000n)
  expect(holdsPercent).toBeNull()
})

test('the price falls → the fee stays the same satoshi, so its dollars fall too', () => {
  // The picture keeps the $9.90 of today: $3,018.00, $4,805.99 and $8,381.98. A fee has no price.
  // $3,017.50, $4,805.00 and $8,380.00, each rounded up from whole satoshi.
  const { rows } = coverAtLowerPrices(picture)
  expect(rows.map((row) => row.missingUsdCents)).toEqual([123_000n, 301_751n, 480_501n, 838_001n])
})

test('a fall of 7 % as in the picture → the sum to send today, all included', () => {
  const { addSats, addUsdCents } = cushionFor(picture, 700n)
  // $36,980.00 / 0.93 + $9.90 - $35,759.90; the picture says $4,014.19 with the fee at $9.90 / 0.93.
  expect(addUsdCents).toBe(401_345n)
  const topped = { ...picture, spendableSats: spendableSats + addSats, missingSats: 0n }
  expect(cushionFor(topped, 700n).addSats).toBeLessThanOrEqual(minimumHeadSats)
})

test('funds for a fall of 10 % → it holds at 10 %, not at 20 %, and says what is left', () => {
  const run = { ...picture, spendableSats: satsFromCents(4_200_000n, rate), missingSats: 0n }
  const { rows, holdsPercent } = coverAtLowerPrices(run)
  expect(holdsPercent).toBe(10)
  expect(rows.map((row) => row.missingUsdCents > 0n)).toEqual([false, false, false, true])
  expect(rows.map((row) => row.coveredPercent)).toEqual([113, 107, 102, 90])
  expect(rows[0]?.spareUsdCents).toBe(501_010n)
  expect(rows[3]?.spareUsdCents).toBe(0n)
})

test('the payroll is empty → 0 % at every price', () => {
  const empty = { ...picture, spendableSats: 0n, missingSats: totalSats + feeSats }
  const { rows } = coverAtLowerPrices(empty)
  expect(rows.map((row) => row.coveredPercent)).toEqual([0, 0, 0, 0])
})

test('nothing fell in 90 days → the cushion is what is missing today', () => {
  expect(cushionFor(picture, 0n)).toEqual({
    basisPoints: 0n,
    addSats: missingSats,
    addUsdCents: centsFromSatsRoundedUp(missingSats, rate),
  })
})

test('a fall to nothing → a sum, not an error', () => {
  expect(cushionFor(picture, 10_000n).addSats).toBeGreaterThan(totalSats)
})

const scriptBytes = 22
const runs = fc.record({
  salaries: fc.array(fc.bigInt(10_000n, 500_000n), { minLength: 1, maxLength: 40 }),
  head: fc.bigInt(1_000n, 200_000_000n),
  deposit: fc.bigInt(100_000n, 200_000_000n),
  usdCentsPerBtc: fc.bigInt(1_000_000n, 20_000_000n),
  feeRateSatsPerKvb: fc.bigInt(1_000n, 20_000n),
})
type Run = typeof runs extends fc.Arbitrary<infer T> ? T : never

function planned(run: Run, rateUsdCentsPerBtc: bigint): PlannedRun {
  const { salaries, head, deposit, feeRateSatsPerKvb } = run
  const plan = planPayment({
    lines: salaries.map((usdCents, n) => ({ id: `${n}`, usdCents, type: 'P2WPKH', scriptBytes })),
    heads: [{ id: 'head:0', sats: head }],
    deposits: [{ id: 'deposit:0', sats: deposit }],
    excluded: [],
    rateUsdCentsPerBtc,
    feeRateSatsPerKvb,
    feeCeilings: defaultFeeCeilings,
    randomInt: (below) => below - 1,
  })
  const short = plan.problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')
  return {
    spendableSats: head + deposit,
    totalSats: plan.totalSats,
    feeSats: plan.feeSats,
    missingSats: short?.missingSats ?? 0n,
    rateUsdCentsPerBtc,
  }
}

test("any run → today's row is the planner's, and a lower one within two inputs of it", () => {
  fc.assert(
    fc.property(runs, (run) => {
      const { usdCentsPerBtc } = run
      const today = planned(run, usdCentsPerBtc)
      const { rows, holdsPercent } = coverAtLowerPrices(today)
      expect(rows[0]?.missingSats).toBe(today.missingSats)
      for (const row of rows) {
        const { missingSats } = planned(run, row.usdCentsPerBtc)
        const off = row.missingSats - missingSats
        const inputs = 2n * inputCostSats(run.feeRateSatsPerKvb) + BigInt(run.salaries.length)
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(inputs)
        expect(row.coveredPercent >= 100).toBe(row.missingSats === 0n)
        const isHeld = holdsPercent !== null && row.fallPercent <= holdsPercent
        expect(isHeld).toBe(row.missingSats === 0n)
      }
    }),
    { numRuns: 300 },
  )
})

test('any run and fall → with the cushion the planner pays at the fallen price', () => {
  fc.assert(
    fc.property(runs, fc.bigInt(1n, 5_000n), (run, basisPoints) => {
      const { addSats } = cushionFor(planned(run, run.usdCentsPerBtc), basisPoints)
      const fallen = (run.usdCentsPerBtc * (10_000n - basisPoints)) / 10_000n
      const left = planned({ ...run, deposit: run.deposit + addSats }, fallen).missingSats
      const inputs = 2n * inputCostSats(run.feeRateSatsPerKvb) + BigInt(run.salaries.length)
      // No deposit below 1,001 sat counts, so never less than that is missing.
      expect(left).toBeLessThanOrEqual(larger(inputs, largestCrumbSats + 1n))
    }),
    { numRuns: 300 },
  )
})
