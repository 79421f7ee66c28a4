import { beforeEach, expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { session } from '#contract/auth.ts'
import { member, team } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { codeSentTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { linksIn, mailsOf } from '#server/testing/notice-steps.ts'
import { acceptBy, aMember, invitationToken, inviteMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const hour = 60 * 60_000
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

type By = Pick<TestCompany, 'call'>
const readTeam = async (by: By = ours) =>
  expectAccepted(team, await by.call('GET', '/companies/users'))
const giveRole = (id: string, role: Role, by: By = ours) =>
  by.call('PATCH', `/companies/users/${id}`, { role })
const remove = (id: string, by: By = ours) => by.call('DELETE', `/companies/users/${id}`)
const signIn = ({ form }: Pick<TestCompany, 'form'>) =>
  t.call('POST', '/auth/sign-in', { body: { email: form.email, password: form.password } })

test('the team lists roles, second factors, last visits and whether each counts', async () => {
  const now = t.now()
  await aMember(t, ours, 'APPROVER', new Date(now.getTime() + 30 * hour))
  await aMember(t, ours, 'PAYROLL')
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await ours.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  const { users } = await readTeam()
  const counts = users.map(({ role, counts }) => [role, counts.code])
  expect(counts).toEqual([
    ['ADMIN', 'YES'],
    ['APPROVER', 'FROM'],
    ['PAYROLL', 'NO'],
  ])
  expect(users[0]).toMatchObject({ current: true, factors: ['EMAIL'] })
  expect(users[1]?.counts.from).toBe(new Date(now.getTime() + 54 * hour).toISOString())
  for (const { lastActiveAt } of users) expect(Date.parse(lastActiveAt ?? '')).not.toBeNaN()
})

test('somebody who signed out keeps the time of the last visit', async () => {
  const other = await aMember(t, ours, 'ACCOUNTANT')
  await other.call('POST', '/auth/sign-out')
  const { users } = await readTeam()
  expect(users[1]?.lastActiveAt).not.toBeNull()
})

test('somebody let in less than a day ago puts nobody out, and may leave', async () => {
  const young = await aMember(t, ours, 'ADMIN', new Date(t.now().getTime() + 30 * hour))
  const { user } = ours
  expectRefusal(await remove(user._id, young), 409, 'APPROVER_TOO_NEW')
  expectRefusal(await giveRole(user._id, 'ACCOUNTANT', young), 409, 'APPROVER_TOO_NEW')
  expect((await readTeam()).users.map(({ role }) => role)).toEqual(['ADMIN', 'ADMIN'])
  expect((await remove(young.id, young)).status).toBe(200)
})

test('a lower role → sessions end, and invitations that were sent with the higher one', async () => {
  const other = await aMember(t, ours, 'ADMIN')
  await inviteMember(other, 'ana@example.com')
  const token = await invitationToken(t, 'ana@example.com')
  const changed = expectAccepted(member, await giveRole(other.id, 'PAYROLL'))
  expect(changed).toMatchObject({ _id: other.id, role: 'PAYROLL', counts: { code: 'NO' } })
  expectRefusal(await other.call('GET', '/employees'), 403, 'SESSION_EXPIRED')
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
  expect(expectAccepted(session, await signIn(other)).user.role).toBe('PAYROLL')
})

test('a higher role → holds at the next request of the same session', async () => {
  const other = await aMember(t, ours, 'ACCOUNTANT')
  expectRefusal(await other.call('POST', '/companies/payrolls', {}), 422, 'NOT_ALLOWED_FOR_ROLE')
  expectAccepted(member, await giveRole(other.id, 'ADMIN'))
  faultsOf(await other.call('POST', '/companies/payrolls', {}))
})

test('a role given after the company’s first day → the approval counts 24 hours later', async () => {
  const other = await aMember(t, ours, 'ACCOUNTANT')
  t.wait(25 * hour)
  const by = { ...ours, token: expectAccepted(session, await signIn(ours)).token }
  const callAs = (method: 'GET' | 'PATCH', path: string, body?: unknown) =>
    t.call(method, path, { token: by.token, body })
  const role = { role: 'APPROVER' }
  const given = expectAccepted(member, await callAs('PATCH', `/companies/users/${other.id}`, role))
  expect(given.counts.code).toBe('FROM')
  const from = Date.parse(given.counts.from ?? '')
  expect(from - t.now().getTime()).toBeGreaterThan(23 * hour)
})

test('the same role once more → nothing changes, and nobody is told', async () => {
  const other = await aMember(t, ours, 'PAYROLL')
  expectAccepted(member, await giveRole(other.id, 'PAYROLL'))
  expect((await other.call('GET', '/employees')).status).toBe(200)
  expect(await mailsOf(t.db, ours.form.email, 'teamChanged')).toEqual([])
})

test('a removed person → signed out for good, off the list, and the e-mail is free', async () => {
  const other = await aMember(t, ours, 'PAYROLL')
  expect((await remove(other.id)).status).toBe(200)
  expectRefusal(await other.call('GET', '/employees'), 403, 'SESSION_EXPIRED')
  expectRefusal(await signIn(other), 401, 'WRONG_CREDENTIALS')
  expect((await readTeam()).users).toHaveLength(1)
  expectRefusal(await remove(other.id), 404, 'NOT_FOUND')
  expectRefusal(await giveRole(other.id, 'ADMIN'), 404, 'NOT_FOUND')
  const { email } = other.form
  await inviteMember(ours, email, 'ACCOUNTANT')
  const again = expectAccepted(session, await acceptBy(t, await invitationToken(t, email)))
  expect(again.user._id).not.toBe(other.id)
})

test('a sign-in half-way and a reset link of somebody who is removed open nothing', async () => {
  const other = await aMember(t, ours, 'APPROVER')
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await other.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  const { mfaToken } = (await signIn(other)).body.data
  const { email } = other.form
  const code = await codeSentTo(t.db, email)
  await t.call('POST', '/users/reset-password', { body: { email } })
  const [mail] = await mailsOf(t.db, email, 'passwordReset')
  const reset = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await remove(other.id)
  const finish = await t.call('POST', '/auth/sign-in/mfa', { body: { email, mfaToken, code } })
  expectRefusal(finish, 401, 'MFA_EXPIRED')
  const body = { newPassword: 'Ilopango#27' }
  const setPassword = await t.call('PATCH', `/users/reset-password?code=${reset}`, { body })
  expectRefusal(setPassword, 400, 'RESET_CODE_INVALID')
})

test('changes and removals → every administrator hears, the removed one too', async () => {
  const [second, third] = [await aMember(t, ours, 'ADMIN'), await aMember(t, ours, 'ADMIN')]
  const approver = await aMember(t, ours, 'APPROVER')
  await giveRole(approver.id, 'PAYROLL')
  await remove(third.id)
  const counts = await Promise.all(
    [ours, second, third, approver].map(async ({ form }) => {
      const mails = await mailsOf(t.db, form.email, 'teamChanged')
      for (const { text } of mails) expect(linksIn(text)).toHaveLength(1)
      return mails.length
    }),
  )
  expect(counts).toEqual([2, 2, 2, 0])
})

test('the last administrator is neither demoted nor removed', async () => {
  await aMember(t, ours, 'APPROVER')
  expectRefusal(await giveRole(ours.user._id, 'APPROVER'), 409, 'LAST_ADMIN')
  expectRefusal(await remove(ours.user._id), 409, 'LAST_ADMIN')
  expect((await ours.call('GET', '/employees')).status).toBe(200)
})

test.each(['demote', 'remove'] as const)(
  'administrators %s each other at once → one is left',
  async (act) => {
    for (let round = 0; round < 5; round++) {
      const company = await aCompany(t)
      const other = await aMember(t, company, 'ADMIN')
      const press = (id: string, by: By) =>
        act === 'demote' ? giveRole(id, 'PAYROLL', by) : remove(id, by)
      const answers = await Promise.all([
        press(other.id, company),
        press(company.user._id, other),
        press(other.id, other),
        press(company.user._id, company),
      ])
      for (const { status } of answers) expect([200, 403, 404, 409, 422]).toContain(status)
      const admins = await t.db
        .selectFrom('users')
        .select('id')
        .where('company_id', '=', company.companyId)
        .where('removed_at', 'is', null)
        .where('role', '=', 'ADMIN')
        .execute()
      expect(admins).toHaveLength(1)
    }
  },
)

test('each change is an event of the audit log with names, roles and who did it', async () => {
  const other = await aMember(t, ours, 'PAYROLL')
  const { _id } = await inviteMember(ours, 'eva@example.com', 'ACCOUNTANT')
  await ours.call('POST', `/companies/invitations/${_id}/resend`)
  await ours.call('DELETE', `/companies/invitations/${_id}`)
  await giveRole(other.id, 'APPROVER')
  await remove(other.id)
  const page = await ours.call('GET', '/companies/audit?limit=5')
  const { events } = expectAccepted(auditPage, page)
  const made = events.map(({ action, who, subject, detail }) => [action, who, subject, detail.role])
  const [name, us] = ['Julián Henríquez', 'Marcela Portillo']
  expect(made.reverse()).toEqual([
    ['team.invited', us, 'eva@example.com', 'ACCOUNTANT'],
    ['team.invitationSent', us, 'eva@example.com', 'ACCOUNTANT'],
    ['team.invitationEnded', us, 'eva@example.com', 'ACCOUNTANT'],
    ['team.roleChanged', us, name, undefined],
    ['team.removed', us, name, 'APPROVER'],
  ])
})

test.each([{}, { role: '' }, { role: 'OWNER' }, { role: null }, { role: ['ADMIN'] }])(
  'a change of role with %j → 400 on role',
  async (body) => {
    const other = await aMember(t, ours, 'PAYROLL')
    const answer = await ours.call('PATCH', `/companies/users/${other.id}`, body)
    expect(Object.keys(faultsOf(answer))).toEqual(['role'])
  },
)
