import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dustSats, outputBytes } from './fees.ts'
import { feeSats } from './money.ts'
import { childVsize, missingForReplacement, planChild, planReplacement } from './replacement.ts'

const coin = (sats: bigint, index = 0) => ({ id: `${'00'.repeat(32)}:${index}`, sats })
const kept = (outputs: number, sats: bigint) => ({
  outputs,
  outputBytes: outputs * outputBytes(22),
  sats,
})
const floor = { evictedFeeSats: 282n, replacedRate: 2_000n, incrementalRate: 1_000n }

test('the change pays for the higher fee, and nobody gets less', () => {
  const plan = planReplacement({
    coins: [coin(100_000n)],
    kept: kept(1, 50_000n),
    spare: [],
    feeRateSatsPerKvb: 10_000n,
    floor,
  })
  expect(plan).toEqual({
    more: [],
    changeSats: 48_590n,
    feeSats: 1_410n,
    floorSats: 282n + 141n,
    vsize: 141,
  })
})

test('a rate below what it evicts and one step more is raised to that', () => {
  const plan = planReplacement({
    coins: [coin(100_000n)],
    kept: kept(1, 50_000n),
    spare: [],
    feeRateSatsPerKvb: 2_500n,
    floor,
  })
  expect(plan?.feeSats).toBe(282n + 141n)
})

test('one that is larger than what it replaces pays a higher rate too, not only more', () => {
  const plan = planReplacement({
    coins: [coin(50_330n)],
    kept: kept(1, 50_000n),
    spare: [coin(9_000n, 1)],
    feeRateSatsPerKvb: 2_000n,
    // 330 sat for 110 vB: one more input makes it 178 vB, and a step of 178 sat is 2.85 sat/vB.
    floor: { evictedFeeSats: 330n, replacedRate: 3_000n, incrementalRate: 1_000n },
  })
  expect(plan?.more).toHaveLength(1)
  expect((plan?.feeSats ?? 0n) * 1_000n).toBeGreaterThan(3_000n * BigInt(plan?.vsize ?? 0))
})

test('where the change does not suffice other coins of the payroll are added, the largest first', () => {
  const plan = planReplacement({
    coins: [coin(50_400n)],
    kept: kept(1, 50_000n),
    spare: [coin(2_000n, 1), coin(9_000n, 2)],
    feeRateSatsPerKvb: 10_000n,
    floor,
  })
  expect(plan?.more.map((one) => one.sats)).toEqual([9_000n])
})

test('what cancels a payment keeps something to pay back', () => {
  const wanted = { kept: kept(0, 0n), spare: [], feeRateSatsPerKvb: 2_000n, floor }
  expect(planReplacement({ ...wanted, coins: [coin(1_000n)] })?.changeSats).toBe(608n)
  expect(planReplacement({ ...wanted, coins: [coin(600n)] })).toBeNull()
})

const amount = (max: bigint) => fc.bigInt({ min: 294n, max })
test('whatever is replaced, inputs are outputs and fee, the floor is kept, and what is missing is enough', () => {
  fc.assert(
    fc.property(
      fc.array(amount(1_000_000n), { minLength: 1, maxLength: 20 }),
      fc.array(amount(100_000n), { maxLength: 20 }),
      fc.integer({ min: 0, max: 50 }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      fc.bigInt({ min: 0n, max: 50_000n }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      (coins, spares, outputs, feeRateSatsPerKvb, evictedFeeSats, replacedRate) => {
        const own = coins.map((sats, index) => coin(sats, index))
        const spare = spares.map((sats, index) => coin(sats, 100 + index))
        const total = coins.reduce((sum, sats) => sum + sats, 0n)
        const target = kept(outputs, outputs === 0 ? 0n : (total * 9n) / 10n)
        const wanted = {
          coins: own,
          kept: target,
          spare,
          feeRateSatsPerKvb,
          floor: { evictedFeeSats, replacedRate, incrementalRate: 1_000n },
        }
        const plan = planReplacement(wanted)
        if (plan) {
          const more = plan.more.reduce((sum, one) => sum + one.sats, 0n)
          expect(total + more).toBe(target.sats + plan.changeSats + plan.feeSats)
          expect(plan.feeSats).toBeGreaterThanOrEqual(plan.floorSats)
          expect(plan.feeSats).toBeGreaterThanOrEqual(feeSats(plan.vsize, feeRateSatsPerKvb))
          expect(plan.changeSats === 0n || plan.changeSats >= dustSats.P2WPKH).toBe(true)
        } else if (outputs > 0) {
          const deposit = coin(missingForReplacement(wanted), 999)
          expect(planReplacement({ ...wanted, spare: [...spare, deposit] })).not.toBeNull()
        }
      },
    ),
  )
})

test('a child lifts its parents to the rate together with itself, and keeps change that can be spent', () => {
  const parents = { feeSats: 186_224n, vsize: 93_112 }
  const child = planChild(1_000_000n, parents, 4_000n)
  expect(child?.feeSats).toBe(feeSats(93_112 + childVsize, 4_000n) - 186_224n)
  const least = (child?.feeSats ?? 0n) + dustSats.P2WPKH
  expect(planChild(least, parents, 4_000n)?.changeSats).toBe(294n)
  expect(planChild(least - 1n, parents, 4_000n)).toBeNull()
})

test('a child of a parent that pays enough already pays for itself', () => {
  const child = planChild(10_000n, { feeSats: 10_000n, vsize: 141 }, 4_000n)
  expect(child?.feeSats).toBe(feeSats(childVsize, 4_000n))
})
