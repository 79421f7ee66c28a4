import { expect, test } from 'vitest'
import { approve, requireOrderOf } from '#server/features/payments/approval/approve-or-reject.ts'
import { requestWithdrawal } from '#server/features/withdrawals/withdrawals.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { timesPaid } from '#server/testing/period-steps.ts'
import { backUp } from '#server/testing/restored-steps.ts'
import { rightCode } from '#server/testing/right-code.ts'
import { findUnacknowledged } from '#server/testing/untracked-steps.ts'

/** Everything that was signed after the backup is restored as what it was. */

const node = await nodeForFile({ extraArgs: ['-persistmempool=0'] })
type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** A payroll's transactions without deposits, each with its state. */
async function sentOf({ engine }: ChainStory, { payrollId }: Ids) {
  const rows = await engine.db
    .selectFrom('transactions')
    .select(['type', 'state', 'untracked', 'txid'])
    .where('payroll_id', '=', payrollId)
    .where('type', '!=', 'receive')
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.type} ${row.state}${row.untracked ? ' untracked' : ''}`)
}

async function withdraw({ engine }: ChainStory, ids: Ids) {
  await engine.db.transaction().execute(async (trx) => {
    const { companyId, userId, payrollId } = ids
    const by = { companyId, userId, ip: null }
    const { network, feeCeilings } = engine
    const settings = { network, feeCeilings, sandbox: true, language: 'es' as const }
    const request = { ...by, ...settings, payrollId, now: new Date() }
    const deps = { ...engine, smsConfigured: true }
    const body = { address: anAddress(), amount: '0.00500000' }
    const { transactionId } = await requestWithdrawal(trx, deps, request, body)
    const given = await rightCode(trx, engine.macKey, by)
    const orderId = await requireOrderOf(trx, by.companyId, transactionId)
    await approve(trx, engine, by, { orderId, given }, new Date())
  })
}

test('bumped, cancelled, withdrawn, and of a new payroll → all are as they were signed', async () => {
  const present = await chainStory({ node })
  const paid = await present.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const cancelled = await present.nextFundedPayroll(paid, [50_000n], 3_000_000n)
  const withdrawn = await present.nextFundedPayroll(paid, [50_000n], 3_000_000n)
  const backup = backUp(present)
  const steps = bumpSteps(present)
  const made = await present.nextFundedPayroll(paid, [40_000n], 3_000_000n)
  const bumped = await steps.unconfirmedRun(paid)
  await steps.bump(paid, bumped.id, 10_000n)
  await steps.childIsSent(bumped.id)
  const stopped = await steps.unconfirmedRun(cancelled)
  await steps.cancel(cancelled, stopped.id)
  await steps.currentIs(cancelled, stopped.id, { type: 'cancel', state: 'unconfirmed' })
  await steps.unconfirmedRun(made)
  await withdraw(present, withdrawn)
  const payrolls = [paid, cancelled, withdrawn, made]
  const before = [
    ['send unconfirmed', 'child unconfirmed'],
    ['send removed', 'cancel unconfirmed'],
    ['withdrawal unconfirmed'],
    ['send unconfirmed'],
  ]
  await present.engine.until('all are sent', async () => {
    const found = await Promise.all(payrolls.map((ids) => sentOf(present, ids)))
    return JSON.stringify(found) === JSON.stringify(before)
  })
  const kept = await backup.restored()
  await node.restart({ reindex: false })

  const old = await chainStory({ node, ...kept })
  const { engine } = old
  await engine.until('all are sent again', async () => {
    const found = await Promise.all(payrolls.map((ids) => sentOf(old, ids)))
    return JSON.stringify(found) === JSON.stringify(before)
  })
  await engine.play.mine(1)
  await old.followed()
  expect(await Promise.all(payrolls.map((ids) => sentOf(old, ids)))).toEqual([
    ['send confirmed', 'child confirmed'],
    ['send removed', 'cancel confirmed'],
    ['withdrawal confirmed'],
    ['send confirmed'],
  ])
  for (const ids of payrolls) expect(await findUnacknowledged(engine.db, ids.payrollId)).toEqual([])
  expect(await timesPaid(engine.db, paid.payrollId, paid.employeeIds)).toEqual([1, 1])
  expect(kept.taken.in).toMatchObject({ payrolls: [expect.stringMatching(/^Recuperada/)] })
  await engine.price(rateUsdCentsPerBtc)
  await old.paymentIs(cancelled, await engine.run(cancelled), 'unconfirmed')
  await engine.play.mine(1)
  await old.followed()
  await engine.stop()
})

test('untracked spends met before restored → they become what they were', async () => {
  const present = await chainStory({ node })
  const ids = await present.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const backup = backUp(present)
  const steps = bumpSteps(present)
  const { paymentId } = await steps.unconfirmedRun(ids)
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const kept = await backup.restored()

  const unaware = await chainStory({ node, backup: kept.backup })
  await unaware.followed()
  expect(await sentOf(unaware, ids)).toEqual(['send confirmed untracked'])
  const { backup: followed } = backUp(unaware)
  await unaware.engine.stop({ breaks: ['I3'] })
  const old = await chainStory({ node, backup: followed, prepare: kept.prepare })
  expect(await sentOf(old, ids)).toEqual(['send confirmed'])
  expect(await findUnacknowledged(old.engine.db, ids.payrollId)).toEqual([])
  await old.paymentIs(ids, paymentId, 'confirmed')
  await old.engine.stop()
})
