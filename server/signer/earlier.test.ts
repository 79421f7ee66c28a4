import { describe, expect, test } from 'vitest'
import { type Earlier, earlierFault, hangingOn } from './earlier.ts'
import type { StoredPlan } from './plan.ts'

const ceiling = 1_000n

/** A plan of the order `order`, which may pay 1,000 sat in fees. */
const plan = (feeSats = 100n, spends: string[] = []) => ({
  id: 'this',
  paymentId: 'run',
  withdrawal: null,
  order: { row: { id: 'order', fee_ceiling_sats: ceiling } } as StoredPlan['order'],
  feeSats,
  inputs: spends.map((txid) => ({
    txid,
    vout: 0,
    sats: 1n,
    script: Buffer.alloc(22),
    payrollId: '',
    branch: 1,
    index: 0,
  })),
  outputs: [],
})

const signed = (id: string, changes: Partial<Earlier> = {}): Earlier => ({
  id,
  txid: `txid of ${id}`,
  orderId: 'order',
  rootId: id,
  hangsOn: null,
  feeSats: 100n,
  excluded: false,
  paysTheSame: false,
  mayConfirm: true,
  ...changes,
})

const byItself = { rootId: 'this', hangsOn: null }
const faultBeside = (earlier: Earlier[], feeSats = 100n, own: object = {}) =>
  earlierFault(plan(feeSats), earlier, { ...byItself, ...own })

describe('whom an order pays', () => {
  test('gets it once, unless one at most of two signatures can be mined', () => {
    expect(faultBeside([])).toBeNull()
    expect(faultBeside([signed('another part')])).toBeNull()
    const same = signed('the same people', { paysTheSame: true })
    expect(faultBeside([same])).toBe('somebody in it was paid by its order before')
    expect(faultBeside([{ ...same, excluded: true }])).toBeNull()
  })

  test('gets it once whatever the tables say of the earlier signature', () => {
    const dead = signed('the same people', { paysTheSame: true, mayConfirm: false })
    expect(faultBeside([dead])).toBe('somebody in it was paid by its order before')
  })

  test('is paid by the order of the rest where nothing else can pay any more', () => {
    const before = signed('a lost part', { orderId: 'first order', paysTheSame: true })
    expect(faultBeside([before])).toBe('somebody in it may still be paid by an order before')
    expect(faultBeside([{ ...before, mayConfirm: false }])).toBeNull()
    expect(faultBeside([{ ...before, excluded: true }])).toBeNull()
  })
})

describe('the fee ceiling of an order', () => {
  test('is one for all of its transactions', () => {
    const parts = ['one', 'two', 'three'].map((id) => signed(id, { feeSats: 300n }))
    expect(faultBeside(parts, 100n)).toBeNull()
    expect(faultBeside(parts, 101n)).toBe('the fees of its order are above what was ordered')
    expect(faultBeside([...parts, signed('of another', { orderId: 'another' })], 100n)).toBeNull()
  })

  test('counts versions of one transaction once, the dearest of them, with its children', () => {
    const first = signed('first', { feeSats: 200n })
    const second = signed('second', { rootId: 'first', feeSats: 600n })
    const child = signed('child', { feeSats: 300n, hangsOn: 'first' })
    expect(faultBeside([first, second, child], 400n)).toBeNull()
    expect(faultBeside([first, second, child], 401n)).not.toBeNull()
    expect(faultBeside([first, second, { ...child, feeSats: 500n }], 301n)).not.toBeNull()
  })

  test('counts nothing of what cannot be mined beside the plan', () => {
    const replaced = signed('first', { feeSats: 900n, excluded: true })
    const itsChild = signed('child', { feeSats: 900n, hangsOn: 'first', excluded: true })
    expect(faultBeside([replaced, itsChild], ceiling, { rootId: 'first' })).toBeNull()
  })

  test('counts a child to what it hangs on, and every further one too', () => {
    const parent = signed('parent', { feeSats: 500n })
    const dearer = signed('dearer', { rootId: 'parent', feeSats: 900n })
    const child = signed('child', { feeSats: 200n, hangsOn: 'parent' })
    const own = { hangsOn: 'parent' }
    expect(faultBeside([parent, dearer, child], 300n, own)).toBeNull()
    expect(faultBeside([parent, dearer, child], 301n, own)).not.toBeNull()
  })
})

test('a child hangs on what makes its coin, also by way of another child', () => {
  const parent = signed('parent')
  const child = signed('child', { hangsOn: 'parent' })
  expect(hangingOn(plan(1n, ['txid of parent']), [parent, child])).toBe('parent')
  expect(hangingOn(plan(1n, ['txid of child']), [parent, child])).toBe('parent')
  expect(hangingOn(plan(1n, ['txid of nobody']), [parent, child])).toBeNull()
  expect(hangingOn(plan(1n, ['txid of parent', 'elsewhere']), [parent, child])).toBeNull()
})
