import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { readUnpaidLines } from '#server/features/payments/run/unpaid-lines.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { auditOf, changeOf, findUnacknowledged } from '#server/testing/untracked-steps.ts'

const node = await nodeForFile()

test('a backup from before the second batch → the batch is recorded, nobody unpaid', async () => {
  const present = await chainStory({ node })
  const { ids, paymentId } = await present.runOfTwoBatches()
  const backup = dumpOf(present.engine.database.ownerUrl)
  await present.engine.play.mine(1)
  await present.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await present.engine.stop()

  const old = await chainStory({ node, backup })
  const { engine } = old
  const paid = await old.paymentIs(ids, paymentId, 'confirmed')
  expect(paid.paidLines).toBe(3_100)
  await old.spendable(ids.payrollId, left)
  expect(await findUnacknowledged(engine.db, ids.payrollId)).toEqual([])
  expect(await readUnpaidLines(engine.db, ids.payrollId)).toBeNull()
  expect(await auditOf(old, 'records.adopted')).toMatchObject([
    { detail: { payment: paymentId }, subject: 'Oficina' },
  ])
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: { _id: paymentId } } },
  })
  const next = await engine.run(ids, paymentId)
  await old.partsAre(ids, next, 'unconfirmed', 'pendingApproval')
  for (let block = 0; block < 2; block++) {
    await engine.play.mine(1)
    await old.followed()
  }
  await old.partsAre(ids, next, 'confirmed', 'unconfirmed')
  await engine.play.mine(1)
  await old.paymentIs(ids, next, 'confirmed')
  await engine.stop()
})

test('a payment bumped after the backup is mined → nothing to acknowledge', async () => {
  const present = await chainStory({ node })
  const ids = await present.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const steps = bumpSteps(present)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const backup = dumpOf(present.engine.database.ownerUrl)
  await steps.bump(ids, id, 10_000n)
  await present.engine.until('the bump is sent', async () => {
    const rows = await steps.rowsOf(id)
    return rows.length === 2 && rows.every((row) => row.state === 'unconfirmed')
  })
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await present.engine.stop()

  const old = await chainStory({ node, backup })
  await old.paymentIs(ids, paymentId, 'confirmed')
  await old.spendable(ids.payrollId, left)
  expect(await findUnacknowledged(old.engine.db, ids.payrollId)).toEqual([])
  await old.engine.price(rateUsdCentsPerBtc)
  await expect(old.engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: { _id: paymentId } } },
  })
  await old.engine.stop()
})

test('an unknown version of a batch is mined → it is its newest version', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const { paymentId, id } = await bumpSteps(story).unconfirmedRun(ids)
  const lines = await engine.db
    .selectFrom('sheet_lines as l')
    .innerJoin('payouts as o', 'o.line_id', 'l.id')
    .select(['l.script_pubkey as script', 'o.sats'])
    .where('l.sheet_id', '=', paymentId)
    .where('o.method', '=', 'BITCOIN')
    .$narrowType<{ sats: bigint }>()
    .execute()
  const change = { script: await changeOf(story, ids), sats: 2_000_000n }
  const other = await spendOutside(story, ids.payrollId, [change, ...lines])
  await story.mineOnly([other])
  const paid = await story.paymentIs(ids, paymentId, 'confirmed')
  expect(paid).toMatchObject({ paidLines: 2, transactions: [{ txid: other.txid }] })
  expect(await findUnacknowledged(engine.db, ids.payrollId)).toEqual([])
  expect(await bumpSteps(story).rowsOf(id)).toMatchObject([
    { version: 1, state: 'removed', live: false },
    { version: 2, state: 'confirmed', untracked: false },
  ])
  await engine.stop()
})

test('another version of a fan-out is mined → its lane pays the waiting batch', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const { ids, paymentId } = await story.runOfTwoBatches()
  const [fanOut] = await story.bytesOf(paymentId)
  const outputs = fanOut ? walkTransaction(fanOut.raw).outputs : []
  const largest = outputs.reduce((a, b) => (a.sats > b.sats ? a : b))
  const payouts = outputs.map(({ script, sats }) => ({
    script,
    sats: script === largest.script ? sats - 10_000n : sats,
  }))
  await story.mineOnly([await spendOutside(story, ids.payrollId, payouts)])
  await story.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await engine.play.mine(1)
  const paid = await story.paymentIs(ids, paymentId, 'confirmed')
  expect(paid.paidLines).toBe(3_100)
  await engine.stop()
})
