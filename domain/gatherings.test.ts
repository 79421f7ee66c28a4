import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Utxo } from './coin-selection.ts'
import { defaultFeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import { maximumDeposits, maximumInputs, maximumTransactionWeight } from './fees.ts'
import { satsFromCents } from './money.ts'
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
const small = fc.bigInt({ min: 2_000n, max: 40_000n })

test('any number of small deposits → each is spent once, within all limits', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      fc.array(small, { minLength: 140, maxLength: 2_000, size: 'max' }),
      fc.bigInt({ min: 1_000n, max: 10_000n }),
      fc.array(fc.bigInt({ min: 1_000n, max: 500_000n }), { maxLength: 2 }),
      (salaries, amounts, feeRate, heads) => {
        const given = input(salaries, amounts, feeRate, heads)
        const plan = planPayment(given)
        const { transactions, problems, totalSats, feeSats } = plan
        fc.pre(problems.length === 0)
        const spent = transactions.flatMap(({ utxos }) => utxos.map((utxo) => utxo.id))
        expect(new Set(spent).size).toBe(spent.length)
        // R2: a payment without a head leaves no deposit out.
        if (heads.length === 0) expect(spent).toHaveLength(amounts.length)
        for (const [index, one] of transactions.entries()) {
          const most = one.outputs.every(({ kind }) => kind === 'lane') ? 0 : heads.length + 50
          expect(one.utxos.length).toBeLessThanOrEqual(
            most === 0 ? maximumInputs : maximumDeposits + most,
          )
          expect(one.vsize * 4).toBeLessThanOrEqual(maximumTransactionWeight)
          const lanes = transactions.flatMap(({ outputs }) =>
            outputs.flatMap((output) =>
              output.kind === 'lane' && output.laneOf === index ? [output] : [],
            ),
          )
          expect(one.waits).toBe(lanes.length > 0)
          // The first batch that waits spends the heads as well.
          const own = one.waits ? sum(given.heads) : sum(one.utxos)
          expect(own + sum(lanes)).toBe(sum(one.outputs) + one.feeSats)
        }
        const paid = transactions.flatMap(({ outputs }) =>
          outputs.filter((output) => output.kind === 'line'),
        )
        expect(sum(paid)).toBe(totalSats)
        const satsOf = (usdCents: bigint) => satsFromCents(usdCents, rate)
        const ceiling = feeCeilingSats(defaultFeeCeilings, totalSats, satsOf, transactions.length)
        expect(plan.isFeeAboveShare || feeSats <= ceiling).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

test('short of funds in small deposits, a deposit of what is missing is enough', () => {
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

test('deposits beyond 100 count: what is missing is no more than what they leave open', () => {
  const salaries = [2_730_000n]
  const total = satsFromCents(2_730_000n, rate)
  const amounts = Array<bigint>(3_000).fill(10_000n)
  const [problem] = planPayment(input(salaries, amounts)).problems
  expect(problem).toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  const { missingSats } = problem as { missingSats: bigint }
  expect(missingSats).toBeLessThan(total - 3_000n * (10_000n - 200n))
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
