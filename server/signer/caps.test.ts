import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { capFault, type Memory, type SignedRoot } from './caps.ts'

const script = Buffer.alloc(22)
const utxo = { txid: '00'.repeat(32), vout: 0, script, payrollId: 'p', branch: 0, index: 0 }
const ours = { script, line: null, change: { payrollId: 'p', branch: 1, index: 0 } }

/** A plan by which `leaving` satoshi leave at 100,000 USD for one BTC: 1,000 sat are one dollar. */
const plan = (leaving: bigint, changes: { paymentId?: string; paymentUsdCents?: bigint } = {}) => ({
  id: 'this',
  companyId: 'a',
  paymentId: 'run',
  withdrawal: null,
  paymentUsdCents: 0n,
  rateUsdCentsPerBtc: 10_000_000n,
  inputs: [{ ...utxo, sats: 5_000_000n }],
  outputs: [
    { script, sats: leaving, line: null, change: null, lanePaymentId: null, withdrawalId: null },
    { ...ours, sats: 5_000_000n - leaving, lanePaymentId: null, withdrawalId: null },
  ],
  ...changes,
})

const root = (paidSats: bigint, changes: Partial<SignedRoot> = {}): SignedRoot => ({
  companyId: 'a',
  runId: 'other',
  rootId: 'another',
  paidSats,
  feeSats: 0n,
  runSats: 0n,
  isOfToday: true,
  ...changes,
})

const memory = (roots: SignedRoot[], changes: Partial<Memory> = {}): Memory => ({
  roots,
  untracked: [],
  replacedRootId: null,
  highestUsdCentsPerBtc: null,
  ...changes,
})

const noCaps = {
  paymentUsdCents: null,
  dayUsdCents: null,
  allUsdCents: null,
  fees: defaultFeeCeilings,
}

describe('a cap of 50 USD a day', () => {
  const caps = { ...noCaps, dayUsdCents: 5_000n }

  test('is met by what leaves the wallet, the fee included', () => {
    const fee = { ...plan(49_999n), inputs: [{ ...utxo, sats: 5_000_002n }] }
    expect(capFault(fee, memory([]), caps)).not.toBeNull()
    expect(capFault(plan(50_000n), memory([]), caps)).toBeNull()
    expect(capFault(plan(50_001n), memory([]), caps)).toEqual({
      code: 'DAY_ABOVE_CAP',
      usdCents: '5001',
      capUsdCents: '5000',
    })
  })

  test('counts what was signed today, and nothing of earlier days that is finished', () => {
    expect(capFault(plan(20_000n), memory([root(31_000n)]), caps)).not.toBeNull()
    const earlier = root(31_000n, { isOfToday: false })
    expect(capFault(plan(20_000n), memory([earlier]), caps)).toBeNull()
  })

  test('sets aside what is still to be signed of a run that was begun', () => {
    const begun = root(1_000n, { isOfToday: false, runSats: 40_000n })
    expect(capFault(plan(20_000n), memory([begun]), caps)).not.toBeNull()
    const full = root(49_000n, { runId: 'third', rootId: 'third' })
    const finishing = plan(39_000n, { paymentId: 'other', paymentUsdCents: 4_000n })
    expect(capFault(finishing, memory([begun, full]), caps)).toBeNull()
    const more = plan(45_000n, { paymentId: 'other', paymentUsdCents: 9_000n })
    expect(capFault(more, memory([begun, full]), caps)).not.toBeNull()
  })

  test('lets a run that was begun pay its fees, and no more of them than such a run may', () => {
    const begun = root(40_000n, { runId: 'run', rootId: 'first', runSats: 40_000n })
    const full = root(9_000n, { runId: 'third', rootId: 'third' })
    /** A plan that pays nobody: a child, or a cancellation. */
    const burning = (feeSats: bigint) => ({
      ...plan(0n, { paymentUsdCents: 4_000n }),
      outputs: [{ ...ours, sats: 5_000_000n - feeSats, lanePaymentId: null, withdrawalId: null }],
    })
    expect(capFault(burning(2_000n), memory([begun, full]), caps)).toBeNull()
    expect(capFault(burning(60_000n), memory([begun, full]), caps)).not.toBeNull()
    const many = Array.from({ length: 30 }, (_, n) =>
      root(0n, { runId: 'run', rootId: `child ${n}`, feeSats: 2_000n }),
    )
    expect(capFault(burning(2_000n), memory([begun, full, ...many]), caps)).not.toBeNull()
  })

  test('counts transactions of which one at most can confirm once, the dearest of them', () => {
    const replaced = root(45_000n, { runId: 'run', rootId: 'first' })
    const known = memory([replaced], { replacedRootId: 'first' })
    expect(capFault(plan(46_000n), known, caps)).toBeNull()
    expect(capFault(plan(51_000n), known, caps)).not.toBeNull()
    expect(capFault(plan(100n), memory([root(49_950n, { runId: 'run' })]), caps)).not.toBeNull()
  })

  test('counts at the highest rate of 90 days, whatever the price is said to be now', () => {
    const known = memory([], { highestUsdCentsPerBtc: 20_000_000n })
    expect(capFault(plan(25_000n), known, caps)).toBeNull()
    expect(capFault(plan(25_001n), known, caps)).not.toBeNull()
  })
})

describe('companies A and B', () => {
  const ofB = root(31_000n, { companyId: 'b' })
  const ofA = root(10_000n, { runId: 'of a', rootId: 'of a' })

  test('company B at its cap of a day → company A pays on', () => {
    const caps = { ...noCaps, dayUsdCents: 3_100n }
    expect(capFault(plan(21_000n), memory([ofA, ofB]), caps)).toBeNull()
    expect(capFault(plan(21_001n), memory([ofA, ofB]), caps)).toMatchObject({
      code: 'DAY_ABOVE_CAP',
      usdCents: '3101',
    })
    const fromB = { ...plan(100n), companyId: 'b' }
    expect(capFault(fromB, memory([ofA, ofB]), caps)).toMatchObject({ code: 'DAY_ABOVE_CAP' })
  })

  test('the cap of all together is reached → neither company pays', () => {
    const caps = { ...noCaps, dayUsdCents: 5_000n, allUsdCents: 4_100n }
    const known = memory([ofA, ofB])
    for (const companyId of ['a', 'b', 'c']) {
      expect(capFault({ ...plan(100n), companyId }, known, caps)).toEqual({
        code: 'ALL_ABOVE_CAP',
        usdCents: '4110',
        capUsdCents: '4100',
      })
    }
  })

  test('a replacement counts once, against the cap of all together too', () => {
    const caps = { ...noCaps, allUsdCents: 5_000n }
    const replaced = root(15_000n, { runId: 'run', rootId: 'first' })
    const known = memory([ofB, replaced], { replacedRootId: 'first' })
    expect(capFault(plan(19_000n), known, caps)).toBeNull()
    expect(capFault(plan(19_001n), known, caps)).not.toBeNull()
  })

  test('a spend that the memory lacks counts, unless its run is remembered', () => {
    const caps = { ...noCaps, dayUsdCents: 5_000n }
    const untracked = [root(30_000n, { rootId: 'on chain' })]
    expect(capFault(plan(20_001n), memory([], { untracked }), caps)).not.toBeNull()
    expect(capFault(plan(20_000n), memory([], { untracked }), caps)).toBeNull()
    const begun = root(1_000n, { runSats: 30_000n })
    expect(capFault(plan(20_000n), memory([begun], { untracked }), caps)).toBeNull()
  })
})

test('a payment that says it is small is measured by what it signs', () => {
  const caps = { ...noCaps, paymentUsdCents: 5_000n }
  expect(capFault(plan(50_001n, { paymentUsdCents: 1n }), memory([]), caps)).toEqual({
    code: 'PAYMENT_ABOVE_CAP',
    usdCents: '5001',
    capUsdCents: '5000',
  })
})

describe("a thief of the api's database role", () => {
  let story: ChainStory
  beforeAll(async () => {
    story = await chainStory()
  })
  afterAll(() => story.engine.stop())

  test('neither sees nor changes what the signer remembers', async () => {
    const { db } = story.engine
    await expect(db.selectFrom('signer.signatures').selectAll().execute()).rejects.toThrow(
      'permission',
    )
    await expect(db.deleteFrom('signer.signatures').execute()).rejects.toThrow('permission')
    await expect(db.deleteFrom('signer.signature_inputs').execute()).rejects.toThrow('permission')
    await expect(db.deleteFrom('signer.signed_scripts').execute()).rejects.toThrow('permission')
  })

  test('hides no signature of today by rewriting its transaction', async () => {
    const { engine, fundedPayroll, paymentIs } = story
    const first = await fundedPayroll([10_000n], 5_000_000n)
    const paid = await engine.run(first)
    await paymentIs(first, paid, 'unconfirmed')
    await engine.db
      .updateTable('transactions')
      .set({ signed_at: new Date(0) })
      .where('sheet_id', '=', paid)
      .execute()
    engine.caps.dayUsdCents = 15_000n
    const second = await story.nextFundedPayroll(first, [10_000n], 5_000_000n)
    const refused = await paymentIs(second, await engine.run(second), 'failed')
    expect(await readSignerFault(engine.db, refused.transactions[0]?._id)).toMatchObject({
      code: 'DAY_ABOVE_CAP',
    })
    engine.caps.dayUsdCents = null
  })

  test('stretches no cap by writing a low price', async () => {
    const { engine, fundedPayroll, paymentIs } = story
    const before = await fundedPayroll([10_000n], 5_000_000n)
    await paymentIs(before, await engine.run(before), 'unconfirmed')
    const payroll = await fundedPayroll([10_000n], 50_000_000n)
    await engine.price(rateUsdCentsPerBtc / 10n)
    engine.caps.paymentUsdCents = 20_000n
    const refused = await paymentIs(payroll, await engine.run(payroll), 'failed')
    expect(await readSignerFault(engine.db, refused.transactions[0]?._id)).toMatchObject({
      code: 'PAYMENT_ABOVE_CAP',
    })
    engine.caps.paymentUsdCents = null
  })
})
