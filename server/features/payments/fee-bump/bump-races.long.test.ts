import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notify } from '#server/platform/db/notify.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { insertBump, planBump } from './bump.ts'
import { askNode } from './node-view.ts'
import { readStuck } from './stuck.ts'

const story = await storyForFile()
const steps = bumpSteps(story)

async function planned(companyId: string, id: string) {
  const { db, chain, feeCeilings } = story.engine
  const stuck = await readStuck(db, companyId, id, feeCeilings)
  const wanted = { feeRateSatsPerKvb: 10_000n, raise: true }
  return { stuck, bump: await planBump(chain, stuck, await askNode(chain, stuck), wanted) }
}

const somebodyWaits = () =>
  story.engine.until('somebody waits for a lock', async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(story.engine.db)
    return rows.length > 0
  })

test('a payment is mined before its child is signed → the child ends and pays no fee', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const { db } = engine
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  // A breach holds the signer back, so no plan is signed meanwhile.
  const breach = { invariant: 'I2', kind: 'UTXO_NOT_AT_NODE', id: 'a UTXO' }
  await db.insertInto('money_breaches').values(breach).execute()
  expect((await steps.bump(ids, id, 10_000n)).method).toBe('CPFP')
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await db.updateTable('money_breaches').set({ gone_at: new Date() }).execute()
  await notify(db, 'plans')
  await engine.until('the child is dropped', async () => {
    const [, child] = await steps.rowsOf(id)
    return child?.state === 'failed' && !child.raw
  })
  const { totalBtc, networkFee } = await steps.paymentOf(ids, paymentId)
  const gone = [totalBtc, networkFee.btc].map((btc) => BigInt(Math.round(Number(btc) * 1e8)))
  await story.spendable(ids.payrollId, 3_000_000n - (gone[0] ?? 0n) - (gone[1] ?? 0n))
})

test('a bump waits for the block that numbers the versions of its payment', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const { db, network } = engine
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const { stuck, bump } = await planned(ids.companyId, id)
  const placed = await db.transaction().execute(async (block) => {
    await sql`SELECT FROM transactions WHERE id = ${id} FOR UPDATE`.execute(block)
    const placing = db.transaction().execute((trx) => insertBump(trx, stuck, bump, network))
    const outcome = placing.then(
      () => 'placed',
      (error: unknown) => error,
    )
    await somebodyWaits()
    return { outcome }
  })
  expect(await placed.outcome).toBe('placed')
  await steps.childIsSent(id)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('of two bumps that were planned at one moment, the second is refused', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const { db, network } = engine
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const [one, other] = [await planned(ids.companyId, id), await planned(ids.companyId, id)]
  await db.transaction().execute((trx) => insertBump(trx, one.stuck, one.bump, network))
  const second = db
    .transaction()
    .execute((trx) => insertBump(trx, other.stuck, other.bump, network))
  await expect(second).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
  await steps.childIsSent(id)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('a deposit that was spent meanwhile is no fault: who bumps is asked to try again', async () => {
  const { engine, paymentIs } = story
  const { db, network } = engine
  const { ids, id, paymentId, txid } = await steps.runWithHead(1_000n)
  await steps.depositBeside(ids, [txid], 100_000n)
  const { stuck, bump } = await planned(ids.companyId, id)
  expect(bump.more).toHaveLength(1)
  const refused = db.transaction().execute(async (trx) => {
    await sql`UPDATE utxos SET spent_by_txid = txid
      WHERE payroll_id = ${ids.payrollId} AND spent_by_txid IS NULL`.execute(trx)
    await insertBump(trx, stuck, bump, network)
  })
  await expect(refused).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})
