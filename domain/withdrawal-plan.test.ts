import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultFeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import { dustSats, maximumInputs, transactionWeight, vsizeOfWeight } from './fees.ts'
import { feeSats, satsFromCents } from './money.ts'
import { planWithdrawal, type WithdrawalInput, type WithdrawalPlan } from './withdrawal-plan.ts'

const rate = 9_100_000n
const p2wpkh = 31
const coinsOf = (amounts: bigint[]) => amounts.map((sats, index) => ({ id: `${index}:0`, sats }))

const input = (changes: Partial<WithdrawalInput>): WithdrawalInput => ({
  requestedSats: null,
  type: 'P2WPKH',
  outputBytes: p2wpkh,
  coins: [],
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

const sum = (coins: { sats: bigint }[]) => coins.reduce((total, { sats }) => total + sats, 0n)
const amount = fc.bigInt({ min: 1n, max: 2_000_000n })

test('nothing is lost or made: coins are what arrives, change and fee, and the fee is that of its size', () => {
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 200 }),
      fc.option(amount, { nil: null }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      (amounts, requestedSats, feeRateSatsPerKvb) => {
        const coins = coinsOf(amounts)
        const planned = planWithdrawal(input({ coins, requestedSats, feeRateSatsPerKvb }))
        if ('code' in planned) return
        const { sats, changeSats, feeSats: fee } = planned
        expect(sum(planned.coins)).toBe(sats + changeSats + fee)
        expect(planned.coins.length).toBeLessThanOrEqual(maximumInputs)
        expect(sats).toBeGreaterThanOrEqual(dustSats.P2WPKH)
        expect(changeSats === 0n || changeSats >= dustSats.P2WPKH).toBe(true)
        const outputs = changeSats > 0n ? 2 : 1
        const weight = transactionWeight(planned.coins.length, outputs, outputs * p2wpkh)
        const least = feeSats(vsizeOfWeight(weight), feeRateSatsPerKvb)
        expect(fee).toBeGreaterThanOrEqual(least)
        if (requestedSats === null) {
          expect([changeSats, fee]).toEqual([0n, least])
          expect(fee * 2n).toBeLessThanOrEqual(sum(planned.coins))
        } else {
          // What leaves is the amount; what would be dust as change goes along with the fee's share.
          expect(sats).toBeLessThanOrEqual(requestedSats)
          expect(sats + fee - requestedSats).toBeLessThan(dustSats.P2WPKH)
          expect(sats + fee).toBeGreaterThanOrEqual(requestedSats)
          const satsOf = (cents: bigint) => satsFromCents(cents, rate)
          expect(fee).toBeLessThanOrEqual(feeCeilingSats(defaultFeeCeilings, requestedSats, satsOf))
        }
      },
    ),
  )
})

test('the fee comes out of the amount, and change is what was not asked for', () => {
  const planned = plan({ requestedSats: 1_000_000n, coins: coinsOf([3_000_000n, 500_000n]) })
  expect(planned).toMatchObject({ sats: 999_718n, changeSats: 2_000_000n, feeSats: 282n })
})

test('change too small to make goes along with what arrives, never above the amount', () => {
  const planned = plan({ requestedSats: 999_900n, coins: coinsOf([1_000_000n]) })
  expect(planned).toMatchObject({ sats: 999_780n, changeSats: 0n, feeSats: 220n })
  const above = plan({ requestedSats: 999_710n, coins: coinsOf([1_000_000n]) })
  expect(above).toMatchObject({ sats: 999_710n, changeSats: 0n, feeSats: 290n })
})

test('coins that a cancelled payment gave back are spent in any case', () => {
  const coins = coinsOf([3_000_000n, 40_000n, 130n])
  const mustSpend = coins.slice(1)
  const some = plan({ coins, mustSpend, requestedSats: 1_000_000n })
  expect(some.coins.map(({ sats }) => sats)).toEqual([40_000n, 130n, 3_000_000n])
  expect(plan({ coins, mustSpend, requestedSats: 30_000n }).coins).toEqual(mustSpend)
  expect(plan({ coins, mustSpend }).coins.map(({ sats }) => sats)).toEqual([
    40_000n,
    130n,
    3_000_000n,
  ])
})

test('everything is all that is worth more than it costs to spend', () => {
  const planned = plan({ coins: coinsOf([40_000n, 136n, 137n, 10_000n]) })
  expect(planned.coins.map(({ sats }) => sats)).toEqual([40_000n, 10_000n, 137n])
  expect(planned.leavesCoins).toBe(false)
})

test('everything in more than 150 coins is what the 150 largest hold, and says so', () => {
  const amounts = Array.from({ length: 200 }, (_, index) => 10_000n + BigInt(index))
  const planned = plan({ coins: coinsOf(amounts) })
  expect(planned.coins).toHaveLength(150)
  expect(planned.coins.every(({ sats }) => sats >= 10_050n)).toBe(true)
  expect(planned.leavesCoins).toBe(true)
})

test('an amount in more than 150 coins says how much goes at once; one that is not there what is missing', () => {
  const coins = coinsOf(Array.from({ length: 200 }, () => 10_000n))
  expect(refusal({ coins, requestedSats: 1_500_001n })).toEqual({
    code: 'TOO_MANY_COINS',
    mostSats: 1_500_000n,
  })
  expect(refusal({ coins, requestedSats: 2_000_001n })).toEqual({
    code: 'INSUFFICIENT_FUNDS',
    missingSats: 1n,
  })
  expect(refusal({})).toEqual({ code: 'INSUFFICIENT_FUNDS', missingSats: 514n })
})

test('everything may cost half of itself, an amount no more than a payment may', () => {
  // 110 vB at 100 sat/vB.
  const dear = { feeRateSatsPerKvb: 100_000n }
  expect(plan({ ...dear, coins: coinsOf([22_000n]) }).feeSats).toBe(11_000n)
  expect(refusal({ ...dear, coins: coinsOf([21_999n]) })?.code).toBe('FEE_TOO_HIGH')
  const coins = coinsOf([1_000_000n])
  expect(refusal({ ...dear, coins, requestedSats: 22_000n })?.code).toBe('FEE_TOO_HIGH')
  expect(refusal({ coins, feeRateSatsPerKvb: 300_001n })?.code).toBe('FEE_TOO_HIGH')
})

test('what would arrive as dust is refused, for each kind of address', () => {
  const coins = coinsOf([513n])
  expect(refusal({ coins })?.code).toBe('DUST_AMOUNT')
  expect(plan({ coins: coinsOf([514n]) }).sats).toBe(294n)
  expect(refusal({ coins: coinsOf([771n]), type: 'P2PKH', outputBytes: 34 })?.code).toBe(
    'DUST_AMOUNT',
  )
  expect(plan({ coins: coinsOf([772n]), type: 'P2PKH', outputBytes: 34 }).sats).toBe(546n)
})
