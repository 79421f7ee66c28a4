import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalList } from '#contract/approvals.ts'
import { run } from '#server/testing/approval-steps.ts'
import { codeSentTo } from '#server/testing/codes.ts'
import { aCompany, expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { race } from '#server/testing/race.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

/** Two approve, one takes back, one is demoted, rules change and the signer signs, in any order and at once. */

const s = await paymentsForFile()
const { db } = s.engine
const seed = Number(process.env.APPROVAL_SEED ?? randomInt(2 ** 31))
const rounds = Number(process.env.APPROVAL_RUNS ?? 15)

const kinds = ['approve', 'approveToo', 'reject', 'cancel', 'demote', 'rules', 'sign'] as const
type Kind = (typeof kinds)[number]
type Interleaving = [order: Kind[], waits: boolean[]]

/** Some of the acts, in some order, some of which wait for those before. */
const anyActs: fc.Arbitrary<Interleaving> = fc.tuple(
  fc.shuffledSubarray([...kinds], { minLength: 3 }),
  fc.array(fc.boolean(), { minLength: kinds.length, maxLength: kinds.length }),
)

/** A payroll with funds, whose company asks for two approvals. */
async function aWorld() {
  const ours = await aCompany({ db, call: s.call })
  const julian = await aMember(ours.t, ours, 'APPROVER')
  const karla = await aMember(ours.t, ours, 'APPROVER')
  await setTiers(ours, [{ fromUsd: 0, approvals: 2 }])
  const payroll = await s.engine.payroll(ours.companyId, [60_000n, 40_000n])
  await s.engine.play.give(payroll.script, 3_000_000n)
  return { ours, julian, karla, ...payroll }
}
type World = Awaited<ReturnType<typeof aWorld>>

/** A payment that waits, with the codes of both approvers. */
async function ordered({ ours, julian, karla, payrollId }: World) {
  await s.price(9_100_000n)
  const payment = await run(ours, payrollId)
  const [order] = expectAccepted(approvalList, await julian.call('GET', '/approvals')).approvals
  if (!order) throw new Error('the payment waits')
  const codes = []
  for (const who of [julian, karla]) {
    await who.call('POST', `/approvals/${order._id}/code`)
    codes.push(await codeSentTo(db, who.form.email))
  }
  return { id: order._id, codes, paymentId: payment._id, first: payment.transactions[0]?._id ?? '' }
}

const versionsOf = (paymentId: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'state', 'waiting_for', 'txid', 'type', 'order_id'])
    .where('sheet_id', '=', paymentId)
    .orderBy('version')
    .execute()

async function approversOf(orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('approvals')
    .select('user_id')
    .where('subject_id', '=', orderId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

async function live(world: World, interleaving: Interleaving): Promise<void> {
  const { ours, julian, karla } = world
  const { id, codes, paymentId, first } = await ordered(world)
  const approve = (who: Pick<TestCompany, 'call'>, code = '') =>
    who.call('POST', `/approvals/${id}/approve`, { code })
  const begin: Record<Kind, () => ReturnType<TestCompany['call']>> = {
    approve: () => approve(julian, codes[0]),
    approveToo: () => approve(karla, codes[1]),
    reject: () => ours.call('POST', `/approvals/${id}/reject`),
    cancel: () => ours.call('POST', `/transactions/${first}/cancel`, {}),
    demote: () =>
      ours.call('PATCH', `/companies/users/${karla.id}`, { role: 'PAYROLL', confirmed: true }),
    rules: () =>
      ours.call('PUT', '/companies/approval-rules', { tiers: [{ fromUsd: 0, approvals: 3 }] }),
    sign: async () => {
      await s.wake()
      return ours.call('GET', '/users/profile')
    },
  }
  const done = await race(interleaving, begin)
  // A version that still waits for people is taken back.
  const [before] = await versionsOf(paymentId)
  const isLate = before?.waiting_for === 'approval'
  if (isLate) expect((await begin.reject()).status).toBe(200)
  await s.wake()
  const versions = await s.engine.until('the payment has come to its end', async () => {
    const rows = await versionsOf(paymentId)
    return rows.every(({ state }) => state !== 'pendingApproval' && state !== 'signed') && rows
  })
  const isSent = versions.some(({ txid }) => txid !== null)
  // Before it is sent a cancellation takes the order back.
  const isRejected = isLate || done.includes('reject') || (done.includes('cancel') && !isSent)
  const story = `${interleaving.join()} → ${done.join()}: ${JSON.stringify(versions)}`
  expect(isSent && isRejected, story).toBe(false)
  if (isRejected)
    expect(
      versions.map(({ state }) => state),
      story,
    ).toEqual(['rejected'])
  if (isSent) expect((await approversOf(id)).sort(), story).toEqual([julian.id, karla.id].sort())
  if (isSent) expect(done, story).toEqual(expect.arrayContaining(['approve', 'approveToo']))
  if (!isSent && !isRejected) {
    // Two had approved when one of them left: the signer looks at who counts by then.
    expect(
      versions.map(({ state }) => state),
      story,
    ).toEqual(['failed'])
    expect(done, story).toContain('demote')
  }
}

test(`${rounds} interleavings of an approval → one outcome each (APPROVAL_SEED=${seed})`, async () => {
  const worlds: World[] = []
  for (let made = 0; made < rounds; made++) worlds.push(await aWorld())
  await s.engine.play.mine(1)
  for (const { payrollId } of worlds) await s.spendable(payrollId, 3_000_000n)
  const interleavings = fc.sample(anyActs, { seed, numRuns: rounds })
  for (const [index, world] of worlds.entries()) {
    const interleaving = interleavings[index]
    if (interleaving) await live(world, interleaving)
  }
  await s.engine.play.mine(1)
})
