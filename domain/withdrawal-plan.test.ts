import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultFeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import {
  dustSats,
  maximumInputs,
  minimumHeadSats,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats, satsFromCents } from './money.ts'
import { planWithdrawal, type WithdrawalInput, type WithdrawalPlan } from './withdrawal-plan.ts'

const rate = 9_100_000n
const p2wpkh = 31
const utxosOf = (amounts: bigint[]) => amounts.map((sats, index) => ({ id: `${index}:0`, sats }))

const input = (changes: Partial<WithdrawalInput>): WithdrawalInput => ({
  requestedSats: null,
  type: 'P2WPKH',
  outputBytes: p2wpkh,
  heads: [],
  deposits: [],
  excluded: [],
  rateUsdCentsPerBtc: rate,
  feeRateSatsPerKvb: 2_000n,
  feeCeilings: defaultFeeCeilings,
  ...changes,
})

function plan(changes: Partial<WithdrawalInput>): WithdrawalPlan {
  const planned = planWithdrawal(input(changes))
  if ('code' in planned) throw new Error(planned.code)
  return planned
}
const refusal = (changes: Partial<WithdrawalInput>) => {
  const planned = planWithdrawal(input(changes))
  return 'code' in planned ? planned : null
}

const sum = (utxos: { sats: bigint }[]) => utxos.reduce((total, { sats }) => total + sats, 0n)
const amount = fc.bigInt({ min: 1n, max: 2_000_000n })

test('inputs equal amount, head and fee, and the fee is that of the size', () => {
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 200 }),
      fc.option(amount, { nil: null }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      (amounts, requestedSats, feeRateSatsPerKvb) => {
        const deposits = utxosOf(amounts)
        const planned = planWithdrawal(input({ deposits, requestedSats, feeRateSatsPerKvb }))
        if ('code' in planned) return
        const { sats, headSats, feeSats: fee } = planned
        expect(sum(planned.utxos)).toBe(sats + headSats + fee)
        expect(planned.utxos.length).toBeLessThanOrEqual(maximumInputs)
        expect(sats).toBeGreaterThanOrEqual(dustSats.P2WPKH)
        const outputs = headSats > 0n ? 2 : 1
        const weight = transactionWeight(planned.utxos.length, outputs, outputs * p2wpkh)
        expect(fee).toBe(feeSats(vsizeOfWeight(weight), feeRateSatsPerKvb))
        if (requestedSats === null) {
          expect(headSats).toBe(0n)
          expect(fee * 2n).toBeLessThanOrEqual(sum(planned.utxos))
        } else {
          expect(headSats).toBeGreaterThanOrEqual(minimumHeadSats)
          expect(sats + fee).toBe(requestedSats)
          // R2: nothing that counts is left out of a first run.
          expect(planned.utxos).toHaveLength(amounts.filter((one) => one > 1_000n).length)
          const satsOf = (cents: bigint) => satsFromCents(cents, rate)
          expect(fee).toBeLessThanOrEqual(feeCeilingSats(defaultFeeCeilings, requestedSats, satsOf))
        }
      },
    ),
  )
})

test('the fee comes out of the amount, and the head is what was not asked for', () => {
  const heads = [{ id: 'head', sats: 3_000_000n }]
  const planned = plan({ requestedSats: 1_000_000n, heads, deposits: utxosOf([500_000n]) })
  expect(planned).toMatchObject({ sats: 999_718n, headSats: 2_000_000n, feeSats: 282n })
  expect(planned.utxos).toEqual(heads)
})

test('a withdrawal of a part leaves 1,000 sat, or names the shortfall', () => {
  const deposits = utxosOf([1_000_000n])
  expect(plan({ requestedSats: 999_000n, deposits }).headSats).toBe(1_000n)
  expect(refusal({ requestedSats: 999_001n, deposits })).toEqual({
    code: 'INSUFFICIENT_FUNDS',
    missingSats: 1n,
  })
})

test('every head is spent, and one input of each spend that is to be excluded', () => {
  const heads = [
    { id: 'a', sats: 40_000n },
    { id: 'b', sats: 1_000n },
  ]
  const excluded = [[{ id: 'lost', sats: 130n }]]
  const deposits = utxosOf([3_000_000n])
  const some = plan({ heads, excluded, deposits, requestedSats: 1_000_000n })
  expect(some.utxos.map(({ sats }) => sats)).toEqual([40_000n, 1_000n, 130n, 3_000_000n])
  expect(plan({ heads, deposits, requestedSats: 30_000n }).utxos).toEqual(heads)
})

test('everything is all there is, what costs more than it is worth too', () => {
  const planned = plan({ deposits: utxosOf([40_000n, 136n, 137n, 10_000n]) })
  expect(planned.utxos.map(({ sats }) => sats)).toEqual([40_000n, 10_000n, 137n, 136n])
  expect(planned).toMatchObject({ headSats: 0n })
})

test('more deposits than one transaction spends → they are consolidated first', () => {
  const many = utxosOf(Array.from({ length: maximumInputs + 1 }, () => 10_000n))
  const consolidate = { code: 'DEPOSITS_TO_CONSOLIDATE', deposits: 1_000, feeSats: 135_588n }
  // Without a head none may be left out (R2), and everything is all of them.
  expect(refusal({ deposits: many, requestedSats: 20_000n })).toEqual(consolidate)
  expect(refusal({ deposits: many })).toEqual(consolidate)
  const heads = [{ id: 'head', sats: 1_000n }]
  expect(refusal({ heads, deposits: many, requestedSats: 10_000_000n })).toEqual(consolidate)
  expect(plan({ heads, deposits: many, requestedSats: 9_990_000n }).utxos).toHaveLength(1_000)
  expect(refusal({ heads, deposits: many, requestedSats: 10_010_001n })).toEqual({
    code: 'INSUFFICIENT_FUNDS',
    missingSats: 1n,
  })
  expect(refusal({})).toEqual({ code: 'INSUFFICIENT_FUNDS', missingSats: 514n })
  // Deposits that no run counts are in nobody's way.
  const crumbs = utxosOf(Array.from({ length: 2_000 }, () => 1_000n))
  const some = [{ id: 'deposit', sats: 50_000n }, ...crumbs]
  expect(plan({ deposits: some, requestedSats: 20_000n }).utxos).toHaveLength(1)
  expect(plan({ deposits: some }).utxos).toHaveLength(maximumInputs)
})

test('everything may cost half of itself, an amount no more than a payment may', () => {
  // 110 vB at 100 sat/vB.
  const dear = { feeRateSatsPerKvb: 100_000n }
  expect(plan({ ...dear, deposits: utxosOf([22_000n]) }).feeSats).toBe(11_000n)
  expect(refusal({ ...dear, deposits: utxosOf([21_999n]) })?.code).toBe('FEE_TOO_HIGH')
  const deposits = utxosOf([1_000_000n])
  expect(refusal({ ...dear, deposits, requestedSats: 22_000n })?.code).toBe('FEE_TOO_HIGH')
  expect(refusal({ deposits, feeRateSatsPerKvb: 300_001n })?.code).toBe('FEE_TOO_HIGH')
})

test('what would arrive as dust is refused, for each kind of address', () => {
  const deposits = utxosOf([513n])
  expect(refusal({ deposits })?.code).toBe('DUST_AMOUNT')
  expect(plan({ deposits: utxosOf([514n]) }).sats).toBe(294n)
  expect(refusal({ deposits: utxosOf([771n]), type: 'P2PKH', outputBytes: 34 })?.code).toBe(
    'DUST_AMOUNT',
  )
  expect(plan({ deposits: utxosOf([772n]), type: 'P2PKH', outputBytes: 34 }).sats).toBe(546n)
})
