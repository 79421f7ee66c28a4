import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { approveTransaction, makeWaitingRun, run } from '#server/testing/approval-steps.ts'
import { expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const s = await paymentsForFile({ ownNode: true })

const noNode = { rpcUrl: 'http://127.0.0.1:9', cookieFile: '/dev/null' }

async function aFundedPayroll() {
  const ours = await s.company({ overUsd: null, changedAddresses: false })
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  return { ours, payrollId }
}

/**
 * A run whose node does not answer, so that nothing of it is signed. The press gets its answer once
 * the run has ended.
 */
async function stuckRun({ ours, payrollId }: Awaited<ReturnType<typeof aFundedPayroll>>) {
  s.engine.switchNode(noNode)
  const answered = run(ours, payrollId)
  const { id, state, waiting_for } = await s.engine.until('it is planned', () =>
    s.engine.db
      .selectFrom('transactions')
      .select(['id', 'state', 'waiting_for'])
      .where('payroll_id', '=', payrollId)
      .where('type', '=', 'send')
      .executeTakeFirst(),
  )
  expect({ state, waiting_for }).toEqual({ state: 'pendingApproval', waiting_for: 'node' })
  return { ours, payrollId, id, answered }
}

/** Moves the times of an order and its approvals back. */
const earlier = (id: string, interval: string) =>
  sql`WITH approved AS (
      UPDATE approvals SET at = at - ${interval}::interval
      WHERE subject_id = (SELECT order_id FROM transactions WHERE id = ${id}))
    UPDATE orders SET requested_at = requested_at - ${interval}::interval
    WHERE id = (SELECT order_id FROM transactions WHERE id = ${id})`.execute(s.engine.owner)

test('a plan that nobody signs within an hour fails and frees its UTXOs', async () => {
  const { ours, payrollId, id, answered } = await stuckRun(await aFundedPayroll())
  await earlier(id, '1 hour 1 second')
  await s.wake()
  expect(await s.transactionIs(ours, id, 'failed')).toMatchObject({
    failure: 'PLAN_EXPIRED',
    txid: null,
  })
  expect(await answered).toMatchObject({ transactions: [{ state: 'failed' }] })
  await s.spendable(payrollId, 5_000_000n)
  s.engine.switchNode()
  await s.price(9_200_000n)
  const again = await run(ours, payrollId)
  expect(again).toMatchObject({ state: 'unconfirmed', usdRate: 92_000 })
})

test('an approval after an hour is in time, and starts an hour of its own', async () => {
  const ofApproval = { overUsd: 100, changedAddresses: false }
  const { ours, id, code, payrollId } = await makeWaitingRun(s, ofApproval, [20_000n], 5_000_000n)
  await earlier(id, '2 hours')
  await s.wake()
  s.engine.switchNode(noNode)
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
  await s.wake()
  await s.transactionIs(ours, id, 'pendingApproval')
  await earlier(id, '1 hour 1 second')
  await s.wake()
  expect(await s.transactionIs(ours, id, 'failed')).toMatchObject({ failure: 'PLAN_EXPIRED' })
  await s.spendable(payrollId, 5_000_000n)
  s.engine.switchNode()
})

longTest('a later batch of a run that has a signature outlives the hour', async () => {
  // Funded before the run begins: another block would make its later batch ready too soon.
  const funded = await aFundedPayroll()
  const ours = await s.company({ overUsd: null, changedAddresses: false })
  const salaries = Array.from({ length: 3_100 }, () => 1_000n)
  const { payrollId } = await s.funded(ours, salaries, 900_000_000n)
  const payment = await run(ours, payrollId)
  const [first, later] = payment.transactions.map(({ _id }) => _id)
  if (!first || !later) throw new Error('a run of two batches')
  await earlier(first, '3 hours')
  const other = await stuckRun(funded)
  await earlier(other.id, '1 hour 1 second')
  await s.wake()
  // Once the worker has ended the other order, it has looked at this one too.
  await s.transactionIs(other.ours, other.id, 'failed')
  await other.answered
  await earlier(first, '-3 hours')
  s.engine.switchNode()
  await s.engine.play.mine(1)
  await s.transactionIs(ours, later, 'unconfirmed')
})
