import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findShortfallOfRaise, noParent, planRaise, type Raise } from './fee-raise.ts'
import { changeOutputBytes, minimumHeadSats, outputBytes } from './fees.ts'
import { feeSats } from './money.ts'

const utxo = (sats: bigint, index = 0) => ({ id: `${'00'.repeat(32)}:${index}`, sats })
const kept = (outputs: number, sats: bigint) => ({
  outputs,
  outputBytes: outputs * outputBytes(22),
  sats,
})
const floor = { evictedFeeSats: 282n, replacedRate: 2_000n, incrementalRate: 1_000n }
const nothingEvicted = { evictedFeeSats: 0n, replacedRate: 0n, incrementalRate: 1_000n }

const replacement = (wanted: Pick<Raise, 'utxos'> & Partial<Raise>): Raise => ({
  kept: kept(1, 50_000n),
  restBytes: changeOutputBytes,
  spare: [],
  parent: noParent,
  feeRateSatsPerKvb: 10_000n,
  floor,
  ...wanted,
})

test('the head pays the higher fee of a replacement, and nobody gets less', () => {
  expect(planRaise(replacement({ utxos: [utxo(100_000n)] }))).toEqual({
    more: [],
    restSats: 48_590n,
    feeSats: 1_410n,
    floorSats: 282n + 141n,
    vsize: 141,
  })
})

test('a rate below the evicted fees and one step more is raised to that', () => {
  const wanted = replacement({ utxos: [utxo(100_000n)], feeRateSatsPerKvb: 2_500n })
  expect(planRaise(wanted)?.feeSats).toBe(282n + 141n)
})

test('a replacement larger than the version before → a higher rate, not only more', () => {
  const plan = planRaise(
    replacement({
      utxos: [utxo(51_330n)],
      spare: [utxo(9_000n, 1)],
      feeRateSatsPerKvb: 2_000n,
      // 330 sat for 110 vB: one more input makes it 209 vB, and a step of 209 sat is 2.58 sat/vB.
      floor: { evictedFeeSats: 330n, replacedRate: 3_000n, incrementalRate: 1_000n },
    }),
  )
  expect(plan?.more).toHaveLength(1)
  expect((plan?.feeSats ?? 0n) * 1_000n).toBeGreaterThan(3_000n * BigInt(plan?.vsize ?? 0))
})

test('where the head does not suffice deposits are added, the largest first', () => {
  const spare = [utxo(2_000n, 1), utxo(9_000n, 2)]
  const plan = planRaise(replacement({ utxos: [utxo(50_400n)], spare }))
  expect(plan?.more.map((one) => one.sats)).toEqual([9_000n])
})

test('a cancellation makes a head of at least 1,000 sat, or is not planned', () => {
  const cancelled = (sats: bigint) =>
    planRaise(replacement({ utxos: [utxo(sats)], kept: kept(0, 0n), feeRateSatsPerKvb: 2_000n }))
  expect(cancelled(1_392n)?.restSats).toBe(minimumHeadSats)
  expect(cancelled(1_391n)).toBeNull()
})

const parent = { feeSats: 186_224n, vsize: 93_112 }
const child = (wanted: Pick<Raise, 'utxos'> & Partial<Raise>): Raise =>
  replacement({
    kept: kept(0, 0n),
    parent,
    feeRateSatsPerKvb: 4_000n,
    floor: nothingEvicted,
    ...wanted,
  })

test('a child lifts its parent and itself to the rate, and makes a head of 1,000 sat', () => {
  const fee = feeSats(parent.vsize + 110, 4_000n) - parent.feeSats
  expect(planRaise(child({ utxos: [utxo(1_000_000n)] }))).toMatchObject({
    feeSats: fee,
    vsize: 110,
  })
  const least = fee + minimumHeadSats
  expect(planRaise(child({ utxos: [utxo(least)] }))?.restSats).toBe(minimumHeadSats)
  expect(planRaise(child({ utxos: [utxo(least - 1n)] }))).toBeNull()
})

test('a head of 1,000 sat is spent by a child together with a deposit', () => {
  const plan = planRaise(child({ utxos: [utxo(1_000n)], spare: [utxo(500_000n, 1)] }))
  expect(plan?.more).toHaveLength(1)
  expect(plan?.vsize).toBe(177)
})

test('a child of a parent that pays enough already pays for itself', () => {
  const plan = planRaise(
    child({ utxos: [utxo(10_000n)], parent: { feeSats: 10_000n, vsize: 141 } }),
  )
  expect(plan?.feeSats).toBe(feeSats(110, 4_000n))
})

test('a child larger than the one it replaces pays more, and at a higher rate', () => {
  const before = { feeSats: 20_000n, vsize: 110 }
  const replacedRate = 181_819n
  const plan = planRaise(
    child({
      utxos: [utxo(21_000n)],
      spare: [utxo(500_000n, 1)],
      parent: { feeSats: 282n, vsize: 141 },
      feeRateSatsPerKvb: 82_000n,
      floor: { evictedFeeSats: before.feeSats, replacedRate, incrementalRate: 1_000n },
    }),
  )
  expect(plan?.more).toHaveLength(1)
  expect(plan?.feeSats).toBe(feeSats(177, replacedRate + 1n))
})

const amount = (max: bigint) => fc.bigInt({ min: 294n, max })
test('inputs are outputs and fee, the floor is kept, and the missing sats are enough', () => {
  fc.assert(
    fc.property(
      fc.array(amount(1_000_000n), { minLength: 1, maxLength: 20 }),
      fc.array(amount(100_000n), { maxLength: 20 }),
      fc.integer({ min: 0, max: 50 }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      fc.bigInt({ min: 0n, max: 50_000n }),
      fc.bigInt({ min: 1_000n, max: 300_000n }),
      fc.boolean(),
      (utxos, spares, outputs, feeRateSatsPerKvb, evictedFeeSats, replacedRate, isChild) => {
        const total = utxos.reduce((sum, sats) => sum + sats, 0n)
        const wanted = replacement({
          utxos: utxos.map((sats, index) => utxo(sats, index)),
          kept: kept(outputs, outputs === 0 ? 0n : (total * 9n) / 10n),
          spare: spares.map((sats, index) => utxo(sats, 100 + index)),
          parent: isChild ? { feeSats: 1_000n, vsize: 1_000 } : noParent,
          feeRateSatsPerKvb,
          floor: { evictedFeeSats, replacedRate, incrementalRate: 1_000n },
        })
        const plan = planRaise(wanted)
        if (plan) {
          const more = plan.more.reduce((sum, one) => sum + one.sats, 0n)
          expect(total + more).toBe(wanted.kept.sats + plan.restSats + plan.feeSats)
          expect(plan.feeSats).toBeGreaterThanOrEqual(plan.floorSats)
          expect(plan.feeSats).toBeGreaterThanOrEqual(feeSats(plan.vsize, feeRateSatsPerKvb))
          expect(plan.restSats).toBeGreaterThanOrEqual(minimumHeadSats)
        } else {
          const deposit = utxo(findShortfallOfRaise(wanted), 999)
          const spare = [...wanted.spare, deposit]
          expect(planRaise({ ...wanted, spare })).not.toBeNull()
        }
      },
    ),
  )
})
