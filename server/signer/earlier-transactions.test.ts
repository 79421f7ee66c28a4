import { describe, expect, test } from 'vitest'
import { buriedDepth } from '#domain/exclusivity.ts'
import {
  type EarlierSignatures,
  exclusivityFault,
  type Remembered,
} from './earlier-transactions.ts'
import type { PayrollTransaction } from './payroll-rows.ts'
import type { StoredPlan } from './read-plan.ts'

/** Txids are one letter in this file; bytes are looked at by paid-once.test.ts. */

type Output = StoredPlan['outputs'][number]

const output: Output = {
  script: Buffer.alloc(22),
  sats: 1n,
  line: null,
  withdrawalId: null,
  change: null,
  lanePaymentId: null,
}
const change: Output = { ...output, change: { payrollId: '', branch: 1, index: 0 } }
const to = (employeeId: string): Output => ({
  ...output,
  line: { employeeId } as NonNullable<Output['line']>,
})

/** A batch of the order `second` of the run `run` that pays Ana. */
const plan = (spends: string[], changes: object = {}) => ({
  id: 'this',
  payrollId: '',
  paymentId: 'run',
  withdrawal: null,
  order: { row: { id: 'second' } } as StoredPlan['order'],
  inputs: spends.map((txid) => ({
    txid,
    vout: 0,
    sats: 1n,
    script: output.script,
    payrollId: '',
    branch: 1,
    index: 0,
  })),
  outputs: [to('Ana'), change],
  ...changes,
})

/** A batch of another run that pays somebody. */
const signed = (txid: string, changes: Partial<Remembered> = {}): Remembered => ({
  id: `id of ${txid}`,
  txid,
  runId: 'run before',
  rootId: txid,
  orderId: 'order before',
  feeSats: 1n,
  pays: true,
  paid: [],
  inputs: [`deposit of ${txid}:0`],
  ...changes,
})

const ofFirstOrder = { runId: 'run', orderId: 'first' }

const row = (txid: string, changes: Partial<PayrollTransaction> = {}): PayrollTransaction => ({
  txid,
  depth: 0,
  conflictDepth: 0,
  isUntrackedPayment: false,
  run: null,
  paid: [],
  raw: null,
  ...changes,
})

function faultBeside(
  signatures: Remembered[],
  spends: string[],
  { rows = [], givenUp = new Set(), ...changes }: Partial<EarlierSignatures> & object = {},
) {
  return exclusivityFault(plan(spends, changes), { signatures, rows, givenUp })
}

const beside = (txid: string) => ({ code: 'BOTH_MAY_CONFIRM', txid })

describe('a batch that spends', () => {
  test('other UTXOs than an earlier run → refused, even for different people', () => {
    expect(faultBeside([signed('a')], ['deposit'])).toEqual(beside('a'))
    expect(faultBeside([], ['deposit'])).toBeNull()
  })

  test('the head of an earlier run → it is signed', () => {
    expect(faultBeside([signed('a')], ['a'])).toBeNull()
  })

  test('the head of the newest of two runs → it is signed, as a descendant of both', () => {
    const earlier = [signed('a'), signed('b', { inputs: ['a:1'] })]
    expect(faultBeside(earlier, ['b'])).toBeNull()
    expect(faultBeside(earlier, ['a'])).toEqual(beside('b'))
  })

  test('the input of an earlier run → it is signed, as they exclude each other', () => {
    const earlier = [signed('a', { inputs: ['deposit:0'] })]
    expect(faultBeside(earlier, ['deposit'])).toBeNull()
  })

  test('a lane → it is signed beside the other batches of its run', () => {
    const fanOut = signed('f', { ...ofFirstOrder, paid: ['Eva'] })
    const lane = signed('l', { ...ofFirstOrder, paid: ['Luis'], inputs: ['f:1'] })
    expect(faultBeside([fanOut, lane], ['f'])).toBeNull()
    expect(faultBeside([fanOut, { ...lane, paid: ['Luis', 'Ana'] }], ['f'])).toEqual(beside('l'))
  })

  test('a deposit, beside what pays nobody → it is signed', () => {
    expect(faultBeside([signed('child', { pays: false })], ['deposit'])).toBeNull()
  })
})

describe('the rest of a cancelled run, by a second order,', () => {
  const cancelled = signed('a', { ...ofFirstOrder, paid: ['Ana', 'Eva'], inputs: ['head:0'] })
  const cancellation = signed('c', {
    ...ofFirstOrder,
    rootId: 'a',
    pays: false,
    inputs: ['head:0'],
  })

  test('that spends the head of the cancellation is signed', () => {
    expect(faultBeside([cancelled, cancellation], ['c'])).toBeNull()
  })

  test('that leaves that head out is refused', () => {
    expect(faultBeside([cancelled, cancellation], ['deposit'])).toEqual(beside('a'))
  })

  test('that descends from what paid the same person is refused', () => {
    expect(faultBeside([cancelled, cancellation], ['a'])).toEqual(beside('a'))
  })
})

describe('by the tables', () => {
  const ana = signed('a', { ...ofFirstOrder, paid: ['Ana'] })

  test('a payment whose conflict is 100 deep may be made again, at 99 it may not', () => {
    const lost = (conflictDepth: number) => [row('a', { conflictDepth })]
    expect(faultBeside([ana], ['deposit'], { rows: lost(buriedDepth) })).toBeNull()
    expect(faultBeside([ana], ['deposit'], { rows: lost(buriedDepth - 1) })).toEqual(beside('a'))
  })

  test('a run 100 deep excludes nothing, unless it pays the same person', () => {
    const rows = [row('a', { depth: buriedDepth })]
    expect(faultBeside([signed('a')], ['deposit'], { rows })).toBeNull()
    expect(faultBeside([ana], ['deposit'], { rows })).toEqual(beside('a'))
    const recent = [row('a', { depth: buriedDepth - 1 })]
    expect(faultBeside([signed('a')], ['deposit'], { rows: recent })).toEqual(beside('a'))
  })

  test('a payment that was given up, or descends from one, may be made again', () => {
    const rows = [row('a'), row('b')]
    const earlier = [ana, signed('b', { ...ofFirstOrder, paid: ['Ana'], inputs: ['a:1'] })]
    const given = (txid: string) => ({ rows, givenUp: new Set([txid]) })
    expect(faultBeside(earlier, ['deposit'], given('a'))).toBeNull()
    expect(faultBeside(earlier, ['deposit'], given('b'))).toEqual(beside('a'))
  })

  test('by one order nobody is paid twice, whatever they say', () => {
    const rows = [row('a', { conflictDepth: 1_000 })]
    const again = { rows, givenUp: new Set(['a']) }
    const sameOrder = [{ ...ana, orderId: 'second' }]
    expect(faultBeside(sameOrder, ['deposit'], again)).toEqual(beside('a'))
  })

  test('an untracked spend that pays somebody counts as an earlier run', () => {
    const rows = [row('u', { isUntrackedPayment: true })]
    expect(faultBeside([], ['deposit'], { rows })).toEqual(beside('u'))
    expect(faultBeside([], ['u'], { rows })).toBeNull()
    expect(faultBeside([], ['deposit'], { rows: [row('u')] })).toBeNull()
  })

  test('an untracked spend of no run that pays a line is no ancestor of its batch', () => {
    const spend = (employee: string) => ({
      rows: [row('u', { isUntrackedPayment: true, paid: [employee], raw: null })],
    })
    expect(faultBeside([], ['u'], spend('Eva'))).toBeNull()
    expect(faultBeside([], ['u'], spend('Ana'))).toEqual(beside('u'))
  })

  test('an untracked batch of the run may stand beside others that pay other people', () => {
    const batch = (employee: string) => ({
      rows: [row('u', { isUntrackedPayment: true, run: 'run', paid: [employee] })],
    })
    expect(faultBeside([], ['deposit'], batch('Eva'))).toBeNull()
    expect(faultBeside([], ['deposit'], batch('Ana'))).toEqual(beside('u'))
  })
})

describe('a withdrawal', () => {
  const paid = { ...output, withdrawalId: 'withdrawal' }
  const withdrawal = (requestedSats: bigint | null, outputs: Output[]) => ({
    paymentId: null,
    withdrawal: { id: 'withdrawal', address: '', requestedSats },
    outputs,
  })
  const everything = withdrawal(null, [paid])

  test('of everything, without change, is signed beside any run', () => {
    expect(faultBeside([signed('a')], ['deposit'], everything)).toBeNull()
  })

  test('of everything that leaves change, and of a part, is compared with each run', () => {
    const withChange = withdrawal(null, [paid, change])
    expect(faultBeside([signed('a')], ['deposit'], withChange)).toEqual(beside('a'))
    const part = withdrawal(5n, [paid])
    expect(faultBeside([signed('a')], ['deposit'], part)).toEqual(beside('a'))
  })

  test('of everything is signed once', () => {
    const before = signed('w', { runId: 'withdrawal', orderId: 'second', paid: ['withdrawal'] })
    expect(faultBeside([before], ['deposit'], everything)).toEqual(beside('w'))
    expect(faultBeside([before], ['deposit of w'], everything)).toBeNull()
  })
})
