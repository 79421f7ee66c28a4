import { expect, test } from 'vitest'
import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { session } from '#contract/auth.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { holdSteps } from '#server/testing/hold-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

const s = await paymentsForFile()
const h = holdSteps(s)

const waiting = async (who: Pick<TestCompany, 'call'>) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals

test('a payment waits → its changes are those it was asked with, not those of today', async () => {
  const { ours, colleague, payrollId, employeeIds, after } = await h.paidTeam([5_000n, 6_000n])
  const [ana = '', eva = ''] = employeeIds
  await setTiers(ours, [{ fromUsd: 0, approvals: 1 }])
  await h.salary(ours, ana, 55)
  const { previewHash } = await previewOf(ours, payrollId)
  await run(ours, payrollId, { after, previewHash })
  const shown = {
    since: { paymentId: after },
    counts: {
      added: 0,
      left: 0,
      addresses: 0,
      salaries: 1,
      names: 0,
      accounts: 0,
      shares: 0,
      frequencies: 0,
      amounts: 0,
    },
    totalUsd: { before: 110, now: 115 },
    salariesUsd: 5,
  }
  expect(await waiting(colleague)).toMatchObject([{ kind: 'PAYMENT', changes: shown }])
  const mail = (await messagesTo(s.engine.db, colleague.form.email)).at(-1)
  expect(mail?.template).toBe('approvalAsked')
  expect(mail?.text).toMatch(/Desde el pago del \d+ \p{L}+: 1 salario \(\+\$5\.00\)\./u)
  await h.salary(ours, eva, 66)
  expect(await waiting(colleague)).toMatchObject([{ changes: shown }])
  expect((await h.changesOf(ours, payrollId)).counts.salaries).toBe(2)
  // An approval that was rewritten past the program counts for nothing.
  await s.engine.db
    .updateTable('orders')
    .set({ changes: '{"rowsSha256":"","summary":{}}' })
    .where('company_id', '=', ours.companyId)
    .where('required', '>', 0)
    .execute()
  expect(await waiting(colleague)).toMatchObject([{ kind: 'PAYMENT', changes: null }])
})

/** A company with approvers beside its administrator, and a payroll with funds. */
async function team(salaries: bigint[], approvers = 2) {
  const ours = await s.company()
  const others = []
  for (let made = 0; made < approvers; made++) others.push(await aMember(ours.t, ours, 'APPROVER'))
  return { ours, others, ...(await s.funded(ours, salaries, 3_000_000n)) }
}

/** The id of the only waiting order, and the code that this approver got for it. */
async function codeFor(who: Awaited<ReturnType<typeof aMember>>) {
  const [order] = await waiting(who)
  const id = order?._id ?? ''
  expect((await who.call('POST', `/approvals/${id}/code`)).status).toBe(200)
  return { id, code: await codeSentTo(s.engine.db, who.form.email) }
}

test('three payments of $600 in a day → the third is one of $1,800, and waits', async () => {
  const { ours, others, payrollId } = await team([60_000n])
  const more = [payrollId]
  for (let made = 0; made < 2; made++)
    more.push((await s.funded(ours, [60_000n], 3_000_000n)).payrollId)
  await setTiers(ours, [{ fromUsd: 1_500, approvals: 1 }])
  const states = []
  for (const id of more) states.push((await run(ours, id)).transactions[0]?.waitingFor)
  expect(states.map((one) => one === 'approval')).toEqual([false, false, true])
  expect(await waiting(others[0] ?? ours)).toMatchObject([{ required: 1, given: [] }])
})

test('too few others for a payment → QUORUM_IMPOSSIBLE says who, nothing is planned', async () => {
  const { ours, others, payrollId } = await team([60_000n], 1)
  await setTiers(ours, [{ fromUsd: 500, approvals: 2 }])
  const { data } = expectRefusal(await pressRunPayment(ours, payrollId), 409, 'QUORUM_IMPOSSIBLE')
  expect(data).toEqual({ required: 2, counting: ['Julián Henríquez'], missing: 1 })
  expect((await previewOf(ours, payrollId)).problems).toMatchObject([{ code: 'QUORUM_IMPOSSIBLE' }])
  expect(await waiting(others[0] ?? ours)).toEqual([])
  const three = { tiers: [{ fromUsd: 500, approvals: 3 }] }
  const saved = await ours.call('PUT', '/companies/approval-rules', three)
  expectRefusal(saved, 409, 'QUORUM_IMPOSSIBLE')
})

longTest(
  'twenty approvals at once by two people of three → each counts once, and it waits',
  async () => {
    const { ours, others, payrollId } = await team([60_000n], 3)
    await setTiers(ours, [{ fromUsd: 0, approvals: 3 }])
    await run(ours, payrollId)
    const [julian, karla, luis] = others
    if (!julian || !karla || !luis) throw new Error('there are three')
    const given = [await codeFor(julian), await codeFor(karla)]
    const presses = Array.from({ length: 20 }, async (_, index) => {
      const { id, code } = given[index % 2] ?? { id: '', code: '' }
      const who = index % 2 === 0 ? julian : karla
      for (;;) {
        const { status, body } = await who.call('POST', `/approvals/${id}/approve`, { code })
        // On a slow machine the last of them gets no connection in time, and presses again.
        if (status !== 503 || (body as { code?: string }).code !== 'BUSY') return status
      }
    })
    const answers = await Promise.all(presses)
    expect(answers.filter((status) => status === 200)).toHaveLength(2)
    expect(answers.filter((status) => status >= 500)).toEqual([])
    const [order] = await waiting(luis)
    expect(order?.given.map(({ user }) => user._id).sort()).toEqual([julian.id, karla.id].sort())
    const last = await codeFor(luis)
    const approved = await luis.call('POST', `/approvals/${last.id}/approve`, { code: last.code })
    expect(expectAccepted(approvalAnswer, approved).approval.transaction?.waitingFor).not.toBe(
      'approval',
    )
  },
)

longTest('one person approves from two sessions → counts once', async () => {
  const { ours, others, payrollId } = await team([60_000n])
  await setTiers(ours, [{ fromUsd: 0, approvals: 2 }])
  await run(ours, payrollId)
  const [julian] = others
  if (!julian) throw new Error('there are two')
  const body = { email: julian.form.email, password: julian.form.password }
  const { token } = expectAccepted(session, await s.call('POST', '/auth/sign-in', { body }))
  const { id, code } = await codeFor(julian)
  const path = `/approvals/${id}`
  expectAccepted(approvalAnswer, await julian.call('POST', `${path}/approve`, { code }))
  expectRefusal(await s.call('POST', `${path}/code`, { token }), 409, 'ALREADY_APPROVED')
  const again = await s.call('POST', `${path}/approve`, { token, body: { code } })
  expectRefusal(again, 409, 'ALREADY_APPROVED')
  expect(await waiting(julian)).toMatchObject([{ given: [{ user: { _id: julian.id } }] }])
})
