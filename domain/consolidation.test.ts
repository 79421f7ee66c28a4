import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Utxo } from './coin-selection.ts'
import { planConsolidation } from './consolidation.ts'
import { defaultFeeCeilings } from './fee-ceilings.ts'
import { maximumInputs, maximumTransactionWeight } from './fees.ts'
import { type PlanInput, planPayment } from './payment-plan.ts'

const rate = 9_100_000n
const utxosOf = (amounts: readonly bigint[]): Utxo[] =>
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
  deposits: readonly bigint[],
  feeRateSatsPerKvb = 2_000n,
  heads: readonly bigint[] = [],
): PlanInput => ({
  lines: people(salaries),
  heads: heads.map((sats, index) => ({ id: `head:${index}`, sats })),
  deposits: utxosOf(deposits),
  excluded: [],
  rateUsdCentsPerBtc: rate,
  feeRateSatsPerKvb,
  feeCeilings: defaultFeeCeilings,
  randomInt: (below) => below - 1,
})

const cents = fc.bigInt({ min: 100_000n, max: 1_000_000n })
const small = fc.bigInt({ min: 500n, max: 40_000n })

test('any number of small deposits → those that count are spent, or consolidated first', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      fc.array(small, { minLength: 140, maxLength: 2_000, size: 'max' }),
      fc.bigInt({ min: 1_000n, max: 10_000n }),
      fc.array(fc.bigInt({ min: 1_000n, max: 500_000n }), { maxLength: 2 }),
      (salaries, amounts, feeRate, heads) => {
        const given = input(salaries, amounts, feeRate, heads)
        const { transactions, problems } = planPayment(given)
        const counted = amounts.filter((sats) => sats > 1_000n)
        const isTooMany = counted.length > maximumInputs
        if (heads.length === 0 && isTooMany) expect(problems).not.toEqual([])
        if (!isTooMany) expect(problems).not.toContain('DEPOSITS_TO_CONSOLIDATE')
        fc.pre(problems.length === 0)
        const [first, ...later] = transactions
        if (!first) throw new Error('a plan without problems has a transaction')
        expect(first.utxos.length).toBeLessThanOrEqual(maximumInputs)
        expect(first.vsize * 4).toBeLessThanOrEqual(maximumTransactionWeight)
        expect(sum(first.utxos)).toBe(sum(first.outputs) + first.feeSats)
        expect(later.every(({ waits, utxos }) => waits && utxos.length === 0)).toBe(true)
        // R2: a payment without a head leaves out no deposit that counts.
        const spent = new Set(first.utxos.map(({ sats, id }) => `${sats} ${id}`))
        const own = given.deposits.filter(({ sats }) => sats > 1_000n)
        if (heads.length === 0) {
          expect(own.every(({ sats, id }) => spent.has(`${sats} ${id}`))).toBe(true)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('others send crumbs to a new payroll → its first run spends none of them', () => {
  const plan = planPayment(input([90_000n], [1_100_000n, ...Array<bigint>(3_000).fill(1_000n)]))
  expect(plan.problems).toEqual([])
  expect(plan.transactions[0]?.utxos.map(({ sats }) => sats)).toEqual([1_100_000n])
})

test('deposits are consolidated, 1,000 at once, until a first run spends them', () => {
  const feeRate = 2_000n
  let deposits = Array<bigint>(2_500).fill(10_000n)
  const seen: unknown[] = []
  for (;;) {
    const { problems } = planPayment(input([2_000_000n], deposits, feeRate))
    if (problems.length === 0) break
    seen.push(problems)
    const one = planConsolidation(utxosOf(deposits), feeRate)
    if (!one) throw new Error('there are many deposits')
    expect(sum(one.utxos)).toBe(one.sats + one.feeSats)
    deposits = [one.sats, ...deposits.slice(one.utxos.length)]
  }
  const problem = { code: 'DEPOSITS_TO_CONSOLIDATE', deposits: 1_000, feeSats: 135_588n }
  expect(seen).toEqual([[problem], [problem]])
  expect(deposits).toHaveLength(502)
})

test('the 1,000 largest deposits beside a head are too little → they become one', () => {
  const deposits = Array<bigint>(1_500).fill(10_000n)
  const problemsOf = (usdCents: bigint) =>
    planPayment(input([usdCents], deposits, 2_000n, [5_000n])).problems.map(({ code }) => code)
  // 9,000,000, 14,000,000 and 20,000,000 sat.
  expect(problemsOf(819_000n)).toEqual([])
  expect(problemsOf(1_274_000n)).toEqual(['DEPOSITS_TO_CONSOLIDATE'])
  expect(problemsOf(1_820_000n)).toEqual(['INSUFFICIENT_FUNDS'])
})

test('short of funds in small deposits, a deposit of what is missing is enough', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 3 }),
      fc.array(small, { minLength: 150, maxLength: 1_100, size: 'max' }),
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

test('at 5 sat/vB or less up to fifty small deposits go along, unless refused', () => {
  const amounts = Array<bigint>(80).fill(3_000n)
  const inputsAt = (feeRate: bigint, salary = 100_000n) =>
    planPayment(input([salary], amounts, feeRate, [2_000_000n])).transactions[0]?.utxos.length
  expect(inputsAt(5_000n)).toBe(51)
  expect(inputsAt(5_001n)).toBe(1)
  // The fee of ten dollars may be five: it pays for these UTXOs and no more.
  const few = inputsAt(5_000n, 1_000n) ?? 0
  expect(few).toBeGreaterThan(1)
  expect(few).toBeLessThan(51)
})
