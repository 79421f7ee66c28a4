import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { makeSalaries, sendFirstPart } from '#server/testing/large-run-steps.ts'
import { backdateRun } from '#server/testing/rest-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { readPayment } from '../read-payment.ts'

const story = await storyForFile({ nodeArgs: ['-maxmempool=5'] })

const satsOf = (salaries: bigint[]) =>
  salaries.reduce((total, cents) => total + satsFromCents(cents, rateUsdCentsPerBtc), 0n)

const partsAre: ChainStory['partsAre'] = (...args) => story.partsAre(...args)

/** Whether every other SQL transaction about transactions waits for a lock. */
async function othersWait() {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT bool_or(NOT granted) AS waits FROM pg_locks
    WHERE pid != pg_backend_pid() AND pid IN (
      SELECT pid FROM pg_locks WHERE relation = 'transactions'::regclass)
    GROUP BY pid`.execute(story.engine.owner)
  return rows.map(({ waits }) => waits)
}

test('a first batch that can never confirm fails the waiting one; the next run pays', async () => {
  const { engine, fundedPayroll, paymentIs, spendable, mineOnly } = story
  const ids = await fundedPayroll(makeSalaries(3_100), 900_000_000n)
  engine.caps.paymentUsdCents = 100n
  const refused = await paymentIs(ids, await engine.run(ids), 'failed')
  expect(refused.transactions.map((one) => one.failure)).toEqual([
    'SIGNER_REFUSED',
    'FEEDER_FAILED',
  ])
  expect(await readSignerFault(engine.db, refused.transactions[0]?._id)).toMatchObject({
    code: 'PAYMENT_ABOVE_CAP',
  })
  engine.caps.paymentUsdCents = null
  await spendable(ids.payrollId, 900_000_000n)
  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids)
  await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  await mineOnly(await story.bytesOf(paymentId))
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('fees rise between batches → a deposit pays, and without one the batch waits', async () => {
  const { engine, mineOnly, somebodysUtxo, signedBySomebody, send, paymentIs } = story
  const salaries = makeSalaries(3_100)
  const fees = 320_000n
  const { ids, paymentId, fanOut } = await sendFirstPart(story, salaries, satsOf(salaries) + fees)
  const many = Array.from({ length: 2_900 }, (_, n) => ({
    script: Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, n % 251)]),
    sats: 1_000n,
  }))
  // Transactions that pay much more fill the mempool, so that its minimum rises above the fee put
  // aside.
  for (let feeRate = 30_000n; (await engine.chain.minimumFeeRate()) < 25_000n; feeRate += 500n) {
    await send(signedBySomebody([await somebodysUtxo(many)], many, feeRate))
  }
  await mineOnly()
  await engine.until('the fee rate is known', async () => {
    const status = await engine.db.selectFrom('node_status').selectAll().executeTakeFirst()
    return status && status.fee_rate_sats_per_kvb > 20_000n
  })
  await mineOnly([fanOut])
  const waiting = await partsAre(ids, paymentId, 'confirmed', 'pendingApproval')
  expect(waiting.transactions[1]).toMatchObject({ waitingFor: 'feeder', txid: null })
  await backdateRun(engine, paymentId)

  const payouts = [{ script: ids.script, sats: 5_000_000n }]
  await mineOnly([signedBySomebody([await somebodysUtxo(payouts)], payouts)])
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  const [, batch] = await story.bytesOf(paymentId)
  if (!batch) throw new Error('a sent batch has bytes')
  const entry = await engine.node.rpc<{ vsize: number; fees: { base: number } }>(
    'getmempoolentry',
    batch.txid,
  )
  const minimum = Number(await engine.chain.minimumFeeRate())
  expect((entry.fees.base * 1e8) / entry.vsize).toBeGreaterThanOrEqual(minimum / 1_000)
  await mineOnly([batch])
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.paidLines).toBe(salaries.length)
  // The run was asked for four days ago, and half of its people have just been paid.
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
})

test('a lane leaves the chain while its batch is built → it waits and takes it later', async () => {
  const { engine, mineOnly, paymentIs } = story
  const { ids, paymentId, fanOut } = await sendFirstPart(story, makeSalaries(3_100), 900_000_000n)
  const payment = await readPayment(engine.db, ids.companyId, paymentId)
  const batch = payment?.transactions[1]?._id ?? ''
  // The deposit is enough for the later batch without its lane.
  const payouts = [{ script: ids.script, sats: 900_000_000n }]
  await mineOnly([story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)])
  await engine.owner.transaction().execute(async (trx) => {
    await sql`SELECT FROM transactions WHERE id = ${batch} FOR NO KEY UPDATE`.execute(trx)
    await mineOnly([fanOut])
    await engine.until('the worker waits for the later part', async () =>
      (await othersWait()).includes(true),
    )
    await story.invalidate(1)
    await mineOnly()
    await mineOnly()
    await story.followed()
  })
  await engine.until(
    'the worker has had the later part',
    async () => (await othersWait()).length === 0,
  )
  const waiting = await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  expect(waiting.transactions[1]?.waitingFor).toBe('feeder')
  await mineOnly([fanOut])
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await mineOnly((await story.bytesOf(paymentId)).slice(1))
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(3_100)
  const { balance_sats, spendable_sats } = await story.balanceOf(ids.payrollId)
  expect(spendable_sats).toBe(balance_sats)
})
