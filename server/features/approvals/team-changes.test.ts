import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { type ApprovalList, approvalAnswer, approvalList } from '#contract/approvals.ts'
import { session } from '#contract/auth.ts'
import { member, team, teamInvitation } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { updateCompany, updateUser } from '#server/authorization/account-rows.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { acceptBy, aMember, invitationToken, inviteMember } from '#server/testing/team-steps.ts'
import { applyDueChanges } from './apply-changes.ts'

/** Roles and invitations that make a person an approver need approval where a tier asks for one. */

const t = await appForFile()
const day = 24 * 3_600_000
let ours: TestCompany
let julian: Awaited<ReturnType<typeof aMember>>
let karla: Awaited<ReturnType<typeof aMember>>
let guests = 0
const aGuest = () => `aprobadora-${++guests}@example.com`

/** Makes the company older than its first day. */
const grownUp = () =>
  t.db.transaction().execute(async (trx) => {
    const created_at = new Date(t.now().getTime() - 2 * day)
    const { companyId, user } = ours
    await updateCompany(trx, t.macKey, companyId, { created_at })
    // The founder has been an administrator since the beginning.
    const founder = { companyId, userId: user._id }
    await updateUser(trx, t.macKey, founder, { role_since: new Date(created_at.getTime() - day) })
  })

beforeEach(async () => {
  ours = await aCompany(t)
  julian = await aMember(t, ours, 'APPROVER')
  karla = await aMember(t, ours, 'PAYROLL')
  const tiers = { tiers: [{ fromUsd: 1000, approvals: 1 }] }
  expectAccepted(approvalRules, await ours.call('PUT', '/companies/approval-rules', tiers))
  await grownUp()
})

type Person = Pick<TestCompany, 'call'> & { form: { email: string; password: string } }
const applyChanges = () => applyDueChanges({ ...t, db: t.db }, t.now())
/** Although too few may be left for the rules. */
const giveRole = (id: string, role: Role, by: Person = ours) =>
  by.call('PATCH', `/companies/users/${id}`, { role, confirmed: true })
const list = async (who: Person): Promise<ApprovalList> =>
  expectAccepted(approvalList, await who.call('GET', '/approvals'))
const waitingId = async () => (await list(julian)).approvals[0]?._id ?? ''
const readTeam = async (by: Person = ours) =>
  expectAccepted(team, await by.call('GET', '/companies/users'))
const karlaNow = async (by?: Person) =>
  (await readTeam(by)).users.find(({ _id }) => _id === karla.id)
const undo = (id: string, by: Person = ours) =>
  by.call('DELETE', `/companies/approval-rules/pending/${id}`)

/** The newest six digits that were sent to somebody. */
async function approve(who: Person, id: string) {
  await who.call('POST', `/approvals/${id}/code`)
  const sent = await messagesTo(t.db, who.form.email)
  const code = /(?<!\d)\d{6}(?!\d)/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '000000'
  return who.call('POST', `/approvals/${id}/approve`, { code })
}

/** Passes a day, and logs in again since sessions end. */
async function nextDay(): Promise<Person> {
  t.wait(day)
  await applyChanges()
  const { email, password } = ours.form
  const body = { email, password }
  const { token } = expectAccepted(session, await t.call('POST', '/auth/sign-in', { body }))
  const call: Person['call'] = (method, path, sent, options = {}) =>
    t.call(method, path, { token, body: sent, ...options })
  return { ...ours, call }
}

test('a raise to approver waits for its tier and 24 hours, then holds', async () => {
  const answer = expectAccepted(member, await giveRole(karla.id, 'APPROVER'))
  const id = await waitingId()
  expect(answer).toMatchObject({
    role: 'PAYROLL',
    nextRole: { _id: id, role: 'APPROVER', effectiveAt: null },
  })
  expect((await list(julian)).approvals).toMatchObject([
    { kind: 'ROLE', required: 1, canApprove: true },
  ])
  expectRefusal(await approve(ours, id), 409, 'SELF_APPROVAL')
  expectRefusal(
    await karla.call('POST', `/approvals/${id}/approve`, { code: '123456' }),
    422,
    'NOT_ALLOWED_FOR_ROLE',
  )
  expectAccepted(approvalAnswer, await approve(julian, id))
  await applyChanges()
  const waiting = await karlaNow()
  expect(waiting).toMatchObject({ role: 'PAYROLL' })
  const left = Date.parse(waiting?.nextRole?.effectiveAt ?? '') - t.now().getTime()
  expect(left).toBeGreaterThan(day - 60_000)
  const after = await karlaNow(await nextDay())
  expect(after).toMatchObject({ role: 'APPROVER', counts: { code: 'FROM' } })
  expect(after?.nextRole).toBeUndefined()
  expect(await mailsOf(t.db, ours.form.email, 'teamChanged')).toHaveLength(2)
})

test('a raise that is undone in its 24 hours is never made', async () => {
  await giveRole(karla.id, 'ADMIN')
  const id = await waitingId()
  expectAccepted(approvalAnswer, await approve(julian, id))
  const [mail, ...others] = await mailsOf(t.db, ours.form.email, 'changeWaits')
  expect(mail?.text).toContain(`/dashboard/por-aprobar/${id}`)
  expect(others).toEqual([])
  expect(await mailsOf(t.db, julian.form.email, 'changeWaits')).toEqual([])
  expect((await list(ours)).approved).toMatchObject([{ _id: id, kind: 'ROLE' }])
  expect((await list(await aCompany(t))).approved).toEqual([])
  expectRefusal(await undo(id, julian), 422, 'NOT_ALLOWED_FOR_ROLE')
  expectRefusal(await undo(id, await aCompany(t)), 404, 'NOT_FOUND')
  expectAccepted(approvalRules, await undo(id))
  expectRefusal(await undo(id), 404, 'NOT_FOUND')
  const after = await karlaNow(await nextDay())
  expect(after?.role).toBe('PAYROLL')
  expect(after?.nextRole).toBeUndefined()
})

test('a raise is rejected, or nobody approves it in three days → nothing is made', async () => {
  await giveRole(karla.id, 'APPROVER')
  const id = await waitingId()
  const foreign = await aCompany(t)
  expectRefusal(await foreign.call('POST', `/approvals/${id}/reject`), 404, 'NOT_FOUND')
  expectAccepted(approvalAnswer, await julian.call('POST', `/approvals/${id}/reject`))
  expectRefusal(await approve(julian, id), 409, 'NOT_PENDING_APPROVAL')
  await giveRole(karla.id, 'APPROVER')
  t.wait(3 * day)
  const after = await karlaNow(await nextDay())
  expect(after?.role).toBe('PAYROLL')
  expect(after?.nextRole).toBeUndefined()
})

test.each([
  ['demoted', () => giveRole(karla.id, 'ACCOUNTANT'), 'ACCOUNTANT'],
  ['left as is', () => giveRole(karla.id, 'PAYROLL'), 'PAYROLL'],
  ['removed', () => ours.call('DELETE', `/companies/users/${karla.id}`), undefined],
] as const)('somebody whose raise waits is %s → it is not made', async (_, act, role) => {
  await giveRole(karla.id, 'APPROVER')
  expectAccepted(approvalAnswer, await approve(julian, await waitingId()))
  expect((await act()).status).toBe(200)
  expect((await karlaNow(await nextDay()))?.role).toBe(role)
})

test('the administrator who asked is removed → what he or she asked for ends', async () => {
  const second = await aMember(t, ours, 'ADMIN')
  await giveRole(karla.id, 'APPROVER', second)
  await ours.call('DELETE', `/companies/users/${second.id}`)
  expect((await list(julian)).approvals).toEqual([])
})

test('an approver who is demoted after approving does not count when the day is over', async () => {
  await giveRole(karla.id, 'APPROVER')
  expectAccepted(approvalAnswer, await approve(julian, await waitingId()))
  expect((await giveRole(julian.id, 'PAYROLL')).status).toBe(200)
  expect((await karlaNow(await nextDay()))?.role).toBe('PAYROLL')
})

test('roles that approve nothing are given at once, and so is a lower one', async () => {
  expect(expectAccepted(member, await giveRole(karla.id, 'ACCOUNTANT')).role).toBe('ACCOUNTANT')
  expect(expectAccepted(member, await giveRole(karla.id, 'PAYROLL')).role).toBe('PAYROLL')
  expect(expectAccepted(member, await giveRole(julian.id, 'PAYROLL')).role).toBe('PAYROLL')
})

test('too few would be left for the rules → refused with their names, until confirmed', async () => {
  const path = `/companies/users/${julian.id}`
  const demote = (confirmed?: boolean) =>
    ours.call('PATCH', path, { role: 'PAYROLL', ...(confirmed && { confirmed }) })
  const left = { tooFew: 'left', required: 1, counting: ['Marcela Portillo'] }
  for (const answer of [await demote(), await ours.call('DELETE', path)]) {
    expect(expectRefusal(answer, 409, 'TOO_FEW_APPROVERS').data).toEqual(left)
  }
  expect((await readTeam()).users.map(({ role }) => role)).toContain('APPROVER')
  expect((await demote(true)).status).toBe(200)
  expect((await ours.call('DELETE', path)).status).toBe(200)
})

test('nobody else counts → neither a raise nor an invitation is asked for', async () => {
  await giveRole(julian.id, 'PAYROLL')
  expectRefusal(await giveRole(karla.id, 'ADMIN'), 409, 'QUORUM_IMPOSSIBLE')
  const body = { email: aGuest(), role: 'APPROVER' }
  expectRefusal(await ours.call('POST', '/companies/invitations', body), 409, 'QUORUM_IMPOSSIBLE')
  expect((await readTeam()).invitations).toEqual([])
})

test('an invitation to approve is mailed once it is approved and 24 hours have passed', async () => {
  const email = aGuest()
  const invited = await inviteMember(ours, email, 'APPROVER')
  const id = await waitingId()
  expect(invited).toMatchObject({ awaitsApproval: true, change: { _id: id, effectiveAt: null } })
  expect((await list(julian)).approvals).toMatchObject([{ kind: 'INVITATION', required: 1 }])
  expectAccepted(approvalAnswer, await approve(julian, id))
  expect(await invitationToken(t, email)).toBe('')
  const [waiting] = (await readTeam()).invitations
  expect(waiting).toMatchObject({ awaitsApproval: true })
  expect(waiting?.change?.effectiveAt).not.toBeNull()
  const { invitations } = await readTeam(await nextDay())
  expect(invitations).toMatchObject([{ email, awaitsApproval: false }])
  const { user } = expectAccepted(session, await acceptBy(t, await invitationToken(t, email)))
  expect(user.role).toBe('APPROVER')
})

test.each([
  ['rejected', (id: string) => julian.call('POST', `/approvals/${id}/reject`)],
  ['undone', (id: string) => undo(id)],
] as const)('an invitation that is %s is over', async (_, act) => {
  await inviteMember(ours, aGuest(), 'ADMIN')
  expect((await act(await waitingId())).status).toBe(200)
  expect((await readTeam()).invitations).toEqual([])
  expect((await list(julian)).approvals).toEqual([])
})

test('nobody approves an invitation in three days → it is over', async () => {
  const email = aGuest()
  await inviteMember(ours, email, 'ADMIN')
  t.wait(3 * day)
  expect((await readTeam(await nextDay())).invitations).toEqual([])
  expect(await invitationToken(t, email)).toBe('')
})

test('a waiting invitation is withdrawn or made again → its change ends', async () => {
  const email = aGuest()
  const first = await inviteMember(ours, email, 'ADMIN')
  await inviteMember(ours, email, 'APPROVER')
  const { approvals } = await list(julian)
  expect(approvals).toHaveLength(1)
  expect((await ours.call('DELETE', `/companies/invitations/${first._id}`)).status).toBe(404)
  const [second] = (await readTeam()).invitations
  expect((await ours.call('DELETE', `/companies/invitations/${second?._id}`)).status).toBe(200)
  expect((await list(julian)).approvals).toEqual([])
})

test('a waiting invitation is sent again → it is asked for again, not mailed', async () => {
  const email = aGuest()
  const { _id } = await inviteMember(ours, email, 'ADMIN')
  const first = await waitingId()
  expectAccepted(approvalAnswer, await approve(julian, first))
  const path = `/companies/invitations/${_id}/resend`
  const again = expectAccepted(teamInvitation, await ours.call('POST', path))
  expect(again).toMatchObject({ awaitsApproval: true, change: { effectiveAt: null } })
  expectRefusal(await approve(julian, first), 409, 'NOT_PENDING_APPROVAL')
  await nextDay()
  expect(await invitationToken(t, email)).toBe('')
})

test('a link from before the rules → sent again it needs their approvals', async () => {
  await t.db.transaction().execute(async (trx) => {
    await updateCompany(trx, t.macKey, ours.companyId, { approval_tiers: '[]' })
  })
  const email = aGuest()
  const { _id } = await inviteMember(ours, email, 'ADMIN')
  const old = await invitationToken(t, email)
  const tiers = { tiers: [{ fromUsd: 1000, approvals: 1 }] }
  expectAccepted(approvalRules, await ours.call('PUT', '/companies/approval-rules', tiers))
  const path = `/companies/invitations/${_id}/resend`
  const again = expectAccepted(teamInvitation, await ours.call('POST', path))
  expect(again).toMatchObject({ awaitsApproval: true, change: { effectiveAt: null } })
  expect(await invitationToken(t, email)).toBe(old)
  expectRefusal(await acceptBy(t, old), 410, 'INVITATION_ENDED')
  expect(await mailsOf(t.db, ours.form.email, 'teamChanged')).toHaveLength(2)
})

test('in the company’s first day the approval is enough', async () => {
  const created_at = t.now()
  await t.db
    .transaction()
    .execute((trx) => updateCompany(trx, t.macKey, ours.companyId, { created_at }))
  await giveRole(karla.id, 'APPROVER')
  expectAccepted(approvalAnswer, await approve(julian, await waitingId()))
  expect((await karlaNow())?.role).toBe('APPROVER')
})
