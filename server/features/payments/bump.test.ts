import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory
let steps: ReturnType<typeof bumpSteps>

beforeAll(async () => {
  story = await chainStory()
  steps = bumpSteps(story)
}, 60_000)
afterAll(() => story.engine.stop())

test('a slow payment is helped by a child that spends its change, keeps its txid and stays one row', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const before = await steps.paymentOf(ids, paymentId)
  const bump = await steps.bump(ids, id, 20_000n)
  expect(bump.method).toBe('CPFP')
  const [, child] = await engine.until('the child is in the mempool', async () => {
    const rows = await steps.rowsOf(id)
    return rows[1]?.state === 'unconfirmed' && rows
  })
  expect(child?.type).toBe('child')
  const entry = await engine.node.rpc<{ fees: { ancestor: number }; ancestorsize: number }>(
    'getmempoolentry',
    child?.txid?.toString('hex'),
  )
  expect(entry.fees.ancestor / (entry.ancestorsize / 1e8)).toBeGreaterThanOrEqual(20)
  const shown = await steps.paymentOf(ids, paymentId)
  expect(shown.transactions).toMatchObject([{ _id: id, txid, state: 'unconfirmed', feeRate: 20 }])
  const cost = Number(bump.costSats) / 1e8
  expect(Number(shown.networkFee.btc)).toBeCloseTo(Number(before.networkFee.btc) + cost, 8)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  const [{ confirmed_sats, balance_sats }] = [await story.balanceOf(ids.payrollId)]
  expect(confirmed_sats).toBe(balance_sats)
})

test('a payment without change is replaced: the same people get the same, and other coins pay the fee', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const { ids, payment } = await withoutChange()
  const { id, txid } = await payment()
  const bump = await steps.bump(ids, id, 10_000n)
  expect(bump.method).toBe('RBF')
  const replaced = await engine.until('the replacement is in the mempool', async () => {
    const current = await steps.currentIs(ids, id, { state: 'unconfirmed' })
    return current._id !== id && current
  })
  expect(await engine.chain.mempoolTxids()).toEqual([replaced.txid])
  expect(replaced.feeRate).toBeGreaterThanOrEqual(10)
  const [old] = await steps.rowsOf(id)
  expect(old).toMatchObject({ state: 'removed' })
  const list = await steps.paymentOf(ids, replaced.payment?._id ?? '')
  expect(list.transactions.map((one) => one._id)).toEqual([replaced._id])
  await engine.play.mine(1)
  await paymentIs(ids, list._id, 'confirmed')
  await engine.play.mine(5)
  await engine.until('the version before has failed', async () => {
    const [first] = await steps.rowsOf(id)
    return first?.state === 'failed'
  })
  expect(txid).not.toBe(replaced.txid)
  void payroll
  void spendable
})

/** A run whose one coin leaves no change, in a payroll that has another coin. */
async function withoutChange() {
  const { engine, payroll, spendable } = story
  const ids = await payroll([50_000n])
  const sats = (50_000n * 200_000_000n + 9_100_000n) / (2n * 9_100_000n)
  // One input, one output: 110 vB at 2 sat/vB, and too little above it for change.
  const exact = sats + 220n + 100n
  await engine.play.give(ids.script, exact)
  await engine.play.mine(1)
  await spendable(ids.payrollId, exact)
  return {
    ids,
    async payment() {
      const run = await steps.unconfirmedRun(ids)
      await engine.play.give(ids.script, 100_000n)
      await story.mineOnly()
      const { txids } = { txids: await engine.chain.mempoolTxids() }
      const deposit = txids.find((txid) => txid !== run.txid)
      const raw = deposit && (await engine.chain.mempoolTransactions([deposit])).get(deposit)
      if (!raw) throw new Error('the deposit is not in the mempool')
      await story.mineOnly([story.sentOf(raw)])
      await story.spendable(ids.payrollId, 100_000n)
      return run
    },
  }
}
