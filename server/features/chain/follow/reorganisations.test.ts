import { expect, test } from 'vitest'
import { walkBlock } from '#domain/block.ts'
import type { Sent } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { scanTransactions } from '../apply/owned.ts'
import { connectBlock, readTip } from './blocks.ts'

const story = await storyForFile({ ownNode: true })

async function aDeposit(script: Uint8Array, sats: bigint): Promise<Sent> {
  const payouts = [{ script, sats }]
  return story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
}

async function mineEmpty(blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined++) await story.mineOnly()
}

test('a deposit that leaves its block is pending, and confirms at another height', async () => {
  const { payroll, send, depositIs, balanceOf, mineOnly, invalidate, spendable } = story
  const { payrollId, script } = await payroll([])
  const deposit = await aDeposit(script, 700_000n)
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await mineOnly([deposit])
  const first = await depositIs(payrollId, deposit.txid, 'confirmed')
  await spendable(payrollId, 700_000n)

  await invalidate(1)
  await mineEmpty(2)
  const back = await depositIs(payrollId, deposit.txid, 'unconfirmed')
  expect(back).toMatchObject({ height: null, confirmed_at: null, usd_cents: first.usd_cents })
  expect(await balanceOf(payrollId)).toMatchObject({
    balance_sats: 700_000n,
    confirmed_sats: 0n,
    spendable_sats: 0n,
  })

  await mineOnly([deposit])
  const again = await depositIs(payrollId, deposit.txid, 'confirmed')
  expect(again.id).toBe(first.id)
  expect(again.height).toBe((first.height ?? 0) + 2)
  await spendable(payrollId, 700_000n)
})

test('a block that another follower has connected is not connected once more', async () => {
  const { worker: db, chain, until } = story.engine
  await story.mineOnly()
  const { bestHash } = await chain.info()
  await until('the block is followed', async () => (await readTip(db))?.hash === bestHash)
  const block = walkBlock(await chain.rawBlock(bestHash))
  const header = await chain.header(bestHash)
  const again = { block, overview: scanTransactions(block.transactions) }
  expect(await connectBlock(db, again, header, story.engine)).toBeNull()
})

/** The shallowest and the deepest; the long run takes those between too. */
const depths = process.env.LONG_RUN ? [1, 2, 3, 4, 5, 6] : [1, 2, 6]

test.each(depths)(
  'a reorganisation %i deep, in another order, and back to the first branch',
  async (depth) => {
    const { engine, payroll, send, depositIs, paymentIs, spendable, mineOnly, balanceOf } = story
    const ids = await payroll([50_000n])
    const { payrollId, script } = ids
    await send(await aDeposit(script, 2_000_000n))
    await engine.play.mine(1)
    await spendable(payrollId, 2_000_000n)
    const paymentId = await engine.run(ids)
    await paymentIs(ids, paymentId, 'unconfirmed')
    const [payment] = await story.bytesOf(paymentId)
    const deposit = await aDeposit(script, 300_000n)
    if (!payment) throw new Error('an unconfirmed payment has bytes')
    await send(deposit)

    // The first branch has the payment in its first block and the deposit in its last.
    await mineOnly(depth === 1 ? [payment, deposit] : [payment])
    await mineEmpty(depth - 2)
    if (depth > 1) await mineOnly([deposit])
    await paymentIs(ids, paymentId, 'confirmed')
    const confirmed = await depositIs(payrollId, deposit.txid, 'confirmed')
    const first = await balanceOf(payrollId)

    // The second branch has them the other way round, and is one block longer.
    const undone = await story.invalidate(depth)
    await mineOnly([deposit])
    await mineEmpty(depth - 1)
    await mineOnly([payment])
    await story.followed()
    const moved = await depositIs(payrollId, deposit.txid, 'confirmed')
    expect(moved.height).toBe((confirmed.height ?? 0) - depth + 1)
    await paymentIs(ids, paymentId, 'confirmed')
    expect(await balanceOf(payrollId)).toEqual(first)

    // The first branch gets two more blocks, so that it has more work again.
    const { bestHash } = await engine.chain.info()
    const { height } = await engine.chain.header(bestHash)
    const rival = await engine.chain.blockHash(height - depth)
    await engine.node.rpc('invalidateblock', rival)
    await engine.node.rpc('reconsiderblock', undone)
    await mineEmpty(2)
    await story.followed()
    const returned = await depositIs(payrollId, deposit.txid, 'confirmed')
    expect([returned.id, returned.height]).toEqual([confirmed.id, confirmed.height])
    await paymentIs(ids, paymentId, 'confirmed')
    expect(await balanceOf(payrollId)).toEqual(first)
  },
)

test('a payment in progress stays in the way of another while its block is taken back', async () => {
  const { engine, fundedPayroll, paymentIs, mineOnly, spendable } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const [payment] = await story.bytesOf(paymentId)
  if (!payment) throw new Error('an unconfirmed payment has bytes')
  await mineOnly([payment])
  await paymentIs(ids, paymentId, 'confirmed')
  await story.invalidate(1)
  await mineEmpty(2)
  await story.followed()
  await paymentIs(ids, paymentId, 'unconfirmed')
  await expect(engine.run(ids, paymentId)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await mineOnly([payment])
  await paymentIs(ids, paymentId, 'confirmed')
  const change = await story.balanceOf(ids.payrollId)
  await spendable(ids.payrollId, change.balance_sats)
})
