import { expect, test } from 'vitest'
import { defaultFeeCeilings, feeCeilingSats, withdrawalFeeCeilingSats } from './fee-ceilings.ts'
import { satsFromCents } from './money.ts'
import { planPayment } from './payment-plan.ts'

/** 1,000 sat are one dollar. */
const rate = 10_000_000n
const satsOf = (cents: bigint) => satsFromCents(cents, rate)
const ceiling = (sats: bigint, changes: Partial<typeof defaultFeeCeilings> = {}) =>
  feeCeilingSats({ ...defaultFeeCeilings, ...changes }, sats, satsOf)

test('without a setting it is 5 % or 5 USD, whichever is more, and at most 0.3 BTC', () => {
  expect(ceiling(100_000n)).toBe(5_000n)
  expect(ceiling(1_000_000n)).toBe(50_000n)
  expect(ceiling(100_000_000_000n)).toBe(30_000_000n)
})

test('each setting moves its own ceiling', () => {
  expect(ceiling(100_000n, { usdCents: 0n, percent: 2 })).toBe(2_000n)
  expect(ceiling(1_000_000n, { usdCents: 10_000n })).toBe(100_000n)
  expect(ceiling(1_000_000n, { sats: 20_000n })).toBe(20_000n)
})

test('a withdrawal of everything has a percentage of its own', () => {
  const of = (changes: Partial<typeof defaultFeeCeilings>, requested: bigint | null = null) =>
    withdrawalFeeCeilingSats({ ...defaultFeeCeilings, ...changes }, requested, 100_000n, satsOf)
  expect(of({})).toBe(50_000n)
  expect(of({ withdrawAllPercent: 10 })).toBe(10_000n)
  expect(of({ sats: 9_000n })).toBe(9_000n)
  expect(of({ withdrawAllPercent: 10 }, 100_000n), 'an amount goes by the others').toBe(5_000n)
})

test('a fee rate or a limit of one transaction was lowered → the plan is refused', () => {
  const planned = (changes: Partial<typeof defaultFeeCeilings>) =>
    planPayment({
      lines: [{ id: 'ana', usdCents: 100_000n, type: 'P2WPKH', scriptBytes: 22 }],
      heads: [],
      deposits: [{ id: `${'0'.repeat(64)}:0`, sats: 2_000_000n }],
      excluded: [],
      rateUsdCentsPerBtc: rate,
      feeRateSatsPerKvb: 20_000n,
      feeCeilings: { ...defaultFeeCeilings, ...changes },
      randomInt: (below) => below - 1,
    })
  expect(planned({}).problems).toEqual([])
  const refused = [{ code: 'FEE_TOO_HIGH' }]
  expect(planned({ feeRateSatsPerKvb: 19_999n }).problems).toEqual(refused)
  const { feeSats } = planned({})
  expect(planned({ sats: feeSats }).problems).toEqual([])
  expect(planned({ sats: feeSats - 1n }).problems).toEqual(refused)
  expect(planned({ percent: 1, usdCents: 0n }).isFeeAboveShare).toBe(false)
  expect(planned({ percent: 0, usdCents: 0n }).isFeeAboveShare).toBe(true)
})
