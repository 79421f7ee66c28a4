import { describe, expect, test } from 'vitest'
import type { Remembered } from './earlier-transactions.ts'
import { orderFeesFault } from './order-fees.ts'
import type { StoredPlan } from './read-plan.ts'

const ceiling = 1_000n

const outpoint = (txid: string) => ({
  txid,
  vout: 0,
  sats: 1n,
  script: Buffer.alloc(22),
  payrollId: '',
  branch: 1,
  index: 0,
})

/** A plan of the order `order`, which may pay 1,000 sat in fees. */
const plan = (feeSats: bigint, spends: string[]) => ({
  id: 'this',
  order: { row: { id: 'order', fee_ceiling_sats: ceiling } } as StoredPlan['order'],
  feeSats,
  inputs: spends.map(outpoint),
})

/** A transaction that is its own root and spends a deposit unless `changes` says otherwise. */
const signed = (txid: string, changes: Partial<Remembered> = {}): Remembered => ({
  id: `id of ${txid}`,
  txid,
  runId: 'run',
  rootId: txid,
  orderId: 'order',
  feeSats: 100n,
  pays: true,
  paid: [],
  inputs: [`deposit of ${txid}:0`],
  ...changes,
})

const faultBeside = (earlier: Remembered[], feeSats: bigint, spends = ['deposit'], root = 'this') =>
  orderFeesFault(plan(feeSats, spends), earlier, root)

/** The most that a plan beside these may pay. */
function leaves(earlier: Remembered[], most: bigint, spends?: string[], root?: string) {
  expect(faultBeside(earlier, most, spends, root)).toBeNull()
  expect(faultBeside(earlier, most + 1n, spends, root)).toEqual({
    code: 'SIGNED_FEES_ABOVE_ORDER',
    feesSats: String(ceiling + 1n),
    ceilingSats: String(ceiling),
  })
}

describe('the fee ceiling of an order', () => {
  test('is one for all of its batches', () => {
    const batches = ['one', 'two', 'three'].map((txid) => signed(txid, { feeSats: 300n }))
    leaves(batches, 100n)
    leaves([...batches, signed('of another', { orderId: 'another' })], 100n)
  })

  test('counts the dearest version of a root, with its children', () => {
    const versions = [
      signed('first', { feeSats: 200n }),
      signed('second', { rootId: 'first', feeSats: 600n }),
    ]
    const child = (feeSats: bigint) =>
      signed('child', { feeSats, pays: false, inputs: ['first:1', 'deposit of child:0'] })
    leaves([...versions, child(300n)], 400n)
    leaves([...versions, child(500n)], 300n)
  })

  test('counts the dearest version of a child', () => {
    const inputs = ['batch:1']
    const earlier = [
      signed('batch', { feeSats: 500n }),
      signed('child', { feeSats: 200n, pays: false, inputs }),
    ]
    leaves(earlier, 500n, ['batch'], 'child')
  })

  test('adds a child of a child, and a second child that spends another output', () => {
    const earlier = [
      signed('batch', { feeSats: 500n }),
      signed('child', { feeSats: 200n, pays: false, inputs: ['batch:1'] }),
    ]
    leaves(earlier, 300n, ['child'])
    leaves(earlier, 300n, ['batch'])
  })

  test('counts the batches of lanes with the version that makes the lanes', () => {
    const fanOut = [
      signed('fan-out', { feeSats: 300n }),
      signed('batch 1', { feeSats: 200n, inputs: ['fan-out:1'] }),
      signed('batch 2', { feeSats: 200n, inputs: ['fan-out:2'] }),
    ]
    leaves(fanOut, 300n, ['fan-out'])
    // A cancellation of the fan-out excludes its batches.
    leaves(fanOut, ceiling, ['deposit'], 'fan-out')
    // A cancellation of one batch excludes that batch alone.
    leaves(fanOut, 500n, ['fan-out'], 'batch 1')
  })

  test('counts a batch once that spends outputs of several transactions', () => {
    const parents = ['one', 'two', 'three'].map((txid) => signed(txid, { feeSats: 100n }))
    leaves(parents, 700n, ['one', 'two', 'three'])
    const batch = signed('batch', { feeSats: 200n, inputs: ['one:0', 'two:0', 'three:0'] })
    leaves([...parents, batch], 500n, ['batch'])
  })

  test('counts versions that need different parents beside each of them', () => {
    const versions = [
      signed('a', { feeSats: 100n }),
      signed('b', { feeSats: 100n }),
      signed('c', { feeSats: 300n, inputs: ['a:1', 'deposit:0'] }),
      signed('d', { feeSats: 400n, rootId: 'c', inputs: ['b:1', 'deposit:0'] }),
    ]
    leaves(versions, 400n)
  })
})
