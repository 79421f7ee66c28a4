import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readTip } from './blocks.ts'
import { catchUp } from './catch-up.ts'

const story = await storyForFile({ ownNode: true })

/** A payment in a block, one in the mempool, and a deposit in the mempool. */
async function moneyOfEveryKind() {
  const { engine, fundedPayroll, paymentIs, payroll, somebodysUtxo, signedBySomebody } = story
  const paid = await fundedPayroll([50_000n], 5_000_000n)
  const paying = await fundedPayroll([70_000n], 5_000_000n)
  const waiting = await payroll([])
  const payouts = [{ script: waiting.script, sats: 300_000n }]
  const deposit = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  const confirmed = await engine.run(paid)
  await paymentIs(paid, confirmed, 'unconfirmed')
  // Mined directly: after `play.mine` the node would have its UTXOs on disk.
  await engine.node.rpc('generatetoaddress', 1, anAddress())
  await paymentIs(paid, confirmed, 'confirmed')

  await engine.price(rateUsdCentsPerBtc)
  const unconfirmed = await engine.run(paying)
  await paymentIs(paying, unconfirmed, 'unconfirmed')

  await story.send(deposit)
  await story.depositIs(waiting.payrollId, deposit.txid, 'unconfirmed')
  return { paid, confirmed, paying, unconfirmed, waiting, deposit }
}

const allStates = () =>
  story.engine.db
    .selectFrom('transactions')
    .select(['id', 'state', 'height', 'txid'])
    .orderBy('id')
    .execute()
const allBalances = () =>
  story.engine.db.selectFrom('payroll_balances').selectAll().orderBy('payroll_id').execute()

const { troubleIs } = story

test('a node that is restarted cleanly changes nothing', async () => {
  const { engine, paymentIs, depositIs } = story
  const { paid, confirmed, paying, unconfirmed, waiting, deposit } = await moneyOfEveryKind()
  const before = [await allStates(), await allBalances()]
  await engine.node.restart({ reindex: false })
  await story.followed()
  await paymentIs(paying, unconfirmed, 'unconfirmed')
  await depositIs(waiting.payrollId, deposit.txid, 'unconfirmed')
  await paymentIs(paid, confirmed, 'confirmed')
  expect([await allStates(), await allBalances()]).toEqual(before)
  await engine.play.mine(1)
  await paymentIs(paying, unconfirmed, 'confirmed')
  await depositIs(waiting.payrollId, deposit.txid, 'confirmed')
})

test('a killed node that lost its last blocks is not believed until it has them again', async () => {
  const { engine, paymentIs, depositIs } = story
  const { paid, confirmed, paying, unconfirmed, waiting, deposit } = await moneyOfEveryKind()
  const known = await readTip(engine.db)
  const before = [await allStates(), await allBalances()]
  const pid = engine.node.pid
  // Without the pid file the next start cannot tell that the chain on disk may be behind.
  rmSync(join(dirname(engine.node.cookieFile), 'bitcoind.pid'))
  process.kill(pid, 'SIGKILL')
  await troubleIs('node_behind')
  expect((await engine.chain.info()).height).toBeLessThan(known?.height ?? 0)
  expect(await readTip(engine.db)).toEqual(known)
  expect([await allStates(), await allBalances()]).toEqual(before)

  await engine.node.restart({ reindex: true })
  await troubleIs(null)
  expect(await readTip(engine.db)).toEqual(known)
  await paymentIs(paid, confirmed, 'confirmed')
  // The node's mempool is gone: the program sends the payment again, and the depositor the deposit.
  const bytes = await story.bytesOf(unconfirmed)
  await engine.until('the payment is in the mempool again', () =>
    engine.chain.inMempool(bytes[0]?.txid ?? ''),
  )
  await depositIs(waiting.payrollId, deposit.txid, 'removed')
  await story.send(deposit)
  await depositIs(waiting.payrollId, deposit.txid, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(paying, unconfirmed, 'confirmed')
  await depositIs(waiting.payrollId, deposit.txid, 'confirmed')
})

test('a node at height 0, or with more work on an unknown chain, is refused', async () => {
  const { engine, fundedPayroll } = story
  const payroll = await fundedPayroll([50_000n], 5_000_000n)
  const tip = await readTip(engine.db)
  const before = [await allStates(), await allBalances()]
  const other = await testBitcoind()
  try {
    engine.switchNode(other)
    await troubleIs('node_behind')
    await expect(engine.run(payroll)).rejects.toMatchObject({ code: 'NODE_UNAVAILABLE' })
    await other.rpc('generatetoaddress', (tip?.height ?? 0) + 10, anAddress())
    await troubleIs('another_chain')
    await expect(engine.run(payroll)).rejects.toMatchObject({ code: 'NODE_UNAVAILABLE' })
    expect([await allStates(), await allBalances()]).toEqual(before)
    expect(await readTip(engine.db)).toEqual(tip)
  } finally {
    engine.switchNode()
    await other.stop()
  }
  await troubleIs(null)
  await story.paymentIs(payroll, await engine.run(payroll), 'unconfirmed')
})

test('a node of another network is refused', async () => {
  const { worker: db, chain, log, macKey } = story.engine
  const { trouble } = await catchUp(
    { db, chain, log, macKey, network: 'signet' },
    new AbortController().signal,
  )
  expect(trouble).toBe('another_network')
})
