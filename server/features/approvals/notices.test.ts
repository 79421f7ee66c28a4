import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { approvalList } from '#contract/approvals.ts'
import { macOf } from '#server/authorization/mac.ts'
import { orderColumns } from '#server/authorization/order-rows.ts'
import { run } from '#server/testing/approval-steps.ts'
import { codeSentTo, messagesTo, testMacKey } from '#server/testing/codes.ts'
import { expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { findNotices, sendNotice, sendNotices } from './notices.ts'

const s = await paymentsForFile()
const { db, owner } = s.engine
const hour = 3_600_000
const later = (hours: number) => new Date(Date.now() + hours * hour)
const send = (hours: number) => sendNotices({ ...s.engine, db }, later(hours))

/** An order by a payroll preparer that two of three people have to approve. */
async function waitingOrder() {
  const ours = await s.company()
  const actor = await aMember(ours.t, ours, 'PAYROLL')
  const julian = await aMember(ours.t, ours, 'APPROVER')
  const karla = await aMember(ours.t, ours, 'APPROVER')
  await setTiers(ours, [{ fromUsd: 0, approvals: 2 }])
  const { payrollId } = await s.funded(ours, [60_000n], 3_000_000n)
  const payment = await run(actor, payrollId)
  const [order] = expectAccepted(approvalList, await julian.call('GET', '/approvals')).approvals
  if (!order) throw new Error('the payment waits')
  return { ours, actor, julian, karla, id: order._id, first: payment.transactions[0]?._id ?? '' }
}

const mails = async ({ form }: Pick<TestCompany, 'form'>, template: string) =>
  (await messagesTo(db, form.email)).filter((one) => one.template === template)

test('4 hours before its end → those who have not approved are asked once more, once', async () => {
  const { ours, actor, julian, karla, id } = await waitingOrder()
  await julian.call('POST', `/approvals/${id}/code`)
  const code = await codeSentTo(db, julian.form.email)
  expect((await julian.call('POST', `/approvals/${id}/approve`, { code })).status).toBe(200)
  await send(19.9)
  expect(await mails(karla, 'approvalAsked')).toHaveLength(1)
  // A worker that dies halfway has sent nothing.
  const [notice] = (await findNotices(db, later(20.1))).filter((one) => one.id === id)
  if (!notice) throw new Error('it is due')
  const dying = db.transaction().execute(async (trx) => {
    await sendNotice(trx, s.engine, notice, later(20.1))
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  await Promise.all([send(20.1), send(20.1), send(20.2)])
  await send(23)
  const [, reminder, ...more] = await mails(karla, 'approvalAsked')
  expect(reminder?.text).toContain('1 / 2')
  expect(more).toEqual([])
  expect(await mails(ours, 'approvalAsked')).toHaveLength(2)
  expect(await mails(julian, 'approvalAsked')).toHaveLength(1)
  expect(await mails(actor, 'approvalAsked')).toEqual([])
})

test('it ends undecided → the person who asked hears of it once, nobody is reminded', async () => {
  const { actor, karla, id, first, ours } = await waitingOrder()
  const row = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const requested_at = new Date(Date.now() - 24 * hour - 1000)
  const mac = macOf(testMacKey, 'orders', { ...row, requested_at })
  await sql`UPDATE orders SET requested_at = ${requested_at}, mac = ${mac} WHERE id = ${id}`.execute(
    owner,
  )
  await s.wake()
  await s.transactionIs(ours, first, 'rejected')
  await Promise.all([send(0), send(0)])
  await send(1)
  const sent = await mails(actor, 'approvalDecided')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toContain('Nadie lo aprobó a tiempo')
  expect(await mails(karla, 'approvalAsked')).toHaveLength(1)
})

test('a change of the rules ends soon → its approvers are asked once more, once', async () => {
  const { ours, actor, karla } = await waitingOrder()
  const one = { tiers: [{ fromUsd: 0, approvals: 1 }] }
  expectAccepted(approvalRules, await ours.call('PUT', '/companies/approval-rules', one))
  const before = (await mails(karla, 'approvalAsked')).length
  await Promise.all([send(3 * 24 - 3.9), send(3 * 24 - 3.9)])
  expect(await mails(karla, 'approvalAsked')).toHaveLength(before + 1)
  expect(await mails(actor, 'approvalAsked')).toEqual([])
})
