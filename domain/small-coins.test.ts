import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from './coin-selection.ts'
import { defaultFeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import { maximumInputs, maximumTransactionWeight } from './fees.ts'
import { satsFromCents } from './money.ts'
import { type PlanInput, planPayment } from './payment-plan.ts'

const rate = 9_100_000n
const coinsOf = (amounts: readonly bigint[]): Coin[] =>
  amounts.map((sats, index) => ({ id: `${index}`.padStart(64, '0').concat(':0'), sats }))
const people = (salaries: readonly bigint[]) =>
  salaries.map((usdCents, index) => ({
    id: `employee ${index}`,
    usdCents,
    type: 'P2WPKH' as const,
    scriptBytes: 22,
  }))
const sum = (amounts: readonly { sats: bigint }[]) =>
  amounts.reduce((total, { sats }) => total + sats, 0n)

const input = (
  salaries: readonly bigint[],
  coins: readonly bigint[],
  feeRateSatsPerKvb = 2_000n,
): PlanInput => ({
  lines: people(salaries),
  coins: coinsOf(coins),
  rateUsdCentsPerBtc: rate,
  feeRateSatsPerKvb,
  feeCeilings: defaultFeeCeilings,
  randomInt: (below) => below - 1,
})

const cents = fc.bigInt({ min: 100_000n, max: 1_000_000n })
const small = fc.bigInt({ min: 2_000n, max: 40_000n })

test('of many small coins, whatever is planned spends each coin once, feeds what waits, and keeps its limits', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      fc.array(small, { minLength: 140, maxLength: 2_000, size: 'max' }),
      fc.bigInt({ min: 1_000n, max: 10_000n }),
      (salaries, amounts, feeRate) => {
        const given = input(salaries, amounts, feeRate)
        const { transactions, problems, totalSats, feeSats } = planPayment(given)
        fc.pre(problems.length === 0)
        const spent = transactions.flatMap(({ coins }) => coins.map((coin) => coin.id))
        expect(new Set(spent).size).toBe(spent.length)
        for (const [index, one] of transactions.entries()) {
          expect(one.coins.length).toBeLessThanOrEqual(maximumInputs)
          expect(one.vsize * 4).toBeLessThanOrEqual(maximumTransactionWeight)
          const fed = transactions.flatMap(({ outputs }) =>
            outputs.flatMap((output) =>
              output.kind === 'feeder' && output.feeds === index ? [output] : [],
            ),
          )
          expect(one.waits).toBe(fed.length > 0)
          expect(sum(one.coins) + sum(fed)).toBe(sum(one.outputs) + one.feeSats)
        }
        const paid = transactions.flatMap(({ outputs }) =>
          outputs.filter((output) => output.kind === 'line'),
        )
        expect(sum(paid)).toBe(totalSats)
        const satsOf = (usdCents: bigint) => satsFromCents(usdCents, rate)
        expect(feeSats).toBeLessThanOrEqual(
          feeCeilingSats(defaultFeeCeilings, totalSats, satsOf, transactions.length),
        )
      },
    ),
    { numRuns: 150 },
  )
})

test('short of funds in small coins, a deposit of what is missing is enough', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 3 }),
      fc.array(small, { minLength: 150, maxLength: 600, size: 'max' }),
      (salaries, amounts) => {
        const short = planPayment(input(salaries, amounts)).problems.find(
          ({ code }) => code === 'INSUFFICIENT_FUNDS',
        )
        fc.pre(short?.code === 'INSUFFICIENT_FUNDS')
        const { missingSats } = short as { missingSats: bigint }
        const { problems } = planPayment(input(salaries, [...amounts, missingSats]))
        expect(problems.map(({ code }) => code)).not.toContain('INSUFFICIENT_FUNDS')
      },
    ),
    { numRuns: 100 },
  )
})

test('coins beyond 150 count: what is missing is no more than what they leave open', () => {
  const salaries = [2_730_000n]
  const total = satsFromCents(2_730_000n, rate)
  const amounts = Array<bigint>(3_000).fill(10_000n)
  const [problem] = planPayment(input(salaries, amounts)).problems
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  const { missingSats } = problem as { missingSats: bigint }
  expect(missingSats).toBeLessThan(total - 3_000n * (10_000n - 200n))
})

test('small coins go along at 5 sat/vB and below, fifty of them, and none where that would be refused', () => {
  const amounts = [2_000_000n, ...Array<bigint>(80).fill(3_000n)]
  const inputsAt = (feeRate: bigint, salary = 100_000n) =>
    planPayment(input([salary], amounts, feeRate)).transactions[0]?.coins.length
  expect(inputsAt(5_000n)).toBe(51)
  expect(inputsAt(5_001n)).toBe(1)
  // Of ten dollars the fee may be five: not more coins than that pays for.
  const few = inputsAt(5_000n, 1_000n) ?? 0
  expect(few).toBeGreaterThan(1)
  expect(few).toBeLessThan(51)
})
