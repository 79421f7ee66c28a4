import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { invitationShown, team, teamInvitation } from '#contract/team.ts'
import { newToken, tokenHash } from '#server/platform/security/tokens.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeToken } from '#server/testing/freeze-steps.ts'
import { linksIn, mailsOf } from '#server/testing/notice-steps.ts'
import { acceptBy, aMember, invitationToken, inviteMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const hour = 60 * 60_000
let ours: TestCompany
let guests = 0
const aGuest = () => `invitada-${++guests}@example.com`
beforeEach(async () => {
  ours = await aCompany(t)
})

const shown = (token: string) => t.call('GET', `/invitations/${token}`)
const readTeam = async (by = ours) => expectAccepted(team, await by.call('GET', '/companies/users'))
const path = (id: string) => `/companies/invitations/${id}`

test('an invitation by mail → an account with its role and a confirmed e-mail', async () => {
  const email = aGuest()
  const invited = await inviteMember(ours, email, 'APPROVER')
  expect(invited).toMatchObject({ email, role: 'APPROVER', invitedBy: 'Marcela Portillo' })
  expect(invited.awaitsApproval).toBe(false)
  expect((await readTeam()).invitations).toEqual([invited])
  const token = await invitationToken(t, email)
  expect(expectAccepted(invitationShown, await shown(token))).toEqual({
    companyName: 'Café Izalco',
    email,
    role: 'APPROVER',
    invitedBy: 'Marcela Portillo',
  })
  const { user, token: bearer } = expectAccepted(session, await acceptBy(t, token))
  expect(user).toMatchObject({ email, role: 'APPROVER', emailVerified: true, firstName: 'Julián' })
  const { users, invitations } = expectAccepted(
    team,
    await t.call('GET', '/companies/users', { token: bearer }),
  )
  expect(invitations).toEqual([])
  expect(users.map(({ role, current }) => ({ role, current }))).toEqual([
    { role: 'ADMIN', current: false },
    { role: 'APPROVER', current: true },
  ])
  const body = { email, password: 'Lempa#2026' }
  expectAccepted(session, await t.call('POST', '/auth/sign-in', { body }))
})

test('a link makes one account, twenty times at once, and none later', async () => {
  const email = aGuest()
  await inviteMember(ours, email)
  const token = await invitationToken(t, email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => acceptBy(t, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(['INVITATION_ENDED', 'EMAIL_TAKEN', 'BUSY']).toContain(answer.body.code)
  }
  expect((await readTeam()).users).toHaveLength(2)
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
  expectRefusal(await shown(token), 410, 'INVITATION_ENDED')
})

test('72 hours later the link is over; sent again it is good, the old one is not', async () => {
  const email = aGuest()
  const { _id } = await inviteMember(ours, email)
  const old = await invitationToken(t, email)
  t.wait(73 * hour)
  const { email: mine, password } = ours.form
  const again = await t.call('POST', '/auth/sign-in', { body: { email: mine, password } })
  const { token: bearer } = expectAccepted(session, again)
  expectRefusal(await shown(old), 410, 'INVITATION_ENDED')
  expectRefusal(await acceptBy(t, old), 410, 'INVITATION_ENDED')
  const sent = await t.call('POST', `${path(_id)}/resend`, { token: bearer })
  expect(expectAccepted(teamInvitation, sent)._id).toBe(_id)
  expectRefusal(await acceptBy(t, old), 410, 'INVITATION_ENDED')
  expectAccepted(session, await acceptBy(t, await invitationToken(t, email)))
})

test('sent again → the first link is void at once', async () => {
  const email = aGuest()
  const { _id } = await inviteMember(ours, email)
  const old = await invitationToken(t, email)
  await ours.call('POST', `${path(_id)}/resend`)
  expectRefusal(await acceptBy(t, old), 410, 'INVITATION_ENDED')
  expectAccepted(session, await acceptBy(t, await invitationToken(t, email)))
})

test('invited once more with another role → one invitation, with the newer role', async () => {
  const email = aGuest()
  await inviteMember(ours, email, 'PAYROLL')
  const old = await invitationToken(t, email)
  const newer = await inviteMember(ours, email.toUpperCase(), 'ACCOUNTANT')
  expect((await readTeam()).invitations).toEqual([newer])
  expectRefusal(await acceptBy(t, old), 410, 'INVITATION_ENDED')
})

test('taken back → the link is over, and it is neither sent again nor taken back again', async () => {
  const email = aGuest()
  const { _id } = await inviteMember(ours, email)
  const token = await invitationToken(t, email)
  expect((await ours.call('DELETE', path(_id))).status).toBe(200)
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
  expectRefusal(await ours.call('DELETE', path(_id)), 404, 'NOT_FOUND')
  expectRefusal(await ours.call('POST', `${path(_id)}/resend`), 404, 'NOT_FOUND')
})

test('an e-mail that has an account → 409, invited or accepting, and the link stays', async () => {
  const other = await aCompany(t)
  const body = { email: other.form.email.toUpperCase(), role: 'PAYROLL' }
  expectRefusal(await ours.call('POST', '/companies/invitations', body), 409, 'EMAIL_TAKEN')
  const email = aGuest()
  await inviteMember(ours, email)
  const token = await invitationToken(t, email)
  await aCompany(t, { email })
  expectRefusal(await acceptBy(t, token), 409, 'EMAIL_TAKEN')
  expect((await readTeam()).users).toHaveLength(1)
})

test('two companies invite one e-mail → the first that is accepted has the account', async () => {
  const theirs = await aCompany(t)
  const email = aGuest()
  await inviteMember(ours, email)
  const first = await invitationToken(t, email)
  await inviteMember(theirs, email)
  const second = await invitationToken(t, email)
  expectAccepted(session, await acceptBy(t, second))
  expectRefusal(await acceptBy(t, first), 409, 'EMAIL_TAKEN')
  expect((await readTeam(theirs)).users).toHaveLength(2)
})

test.each(['ADMIN', 'APPROVER'] as const)(
  'an invitation of %s → every administrator hears of it, with the freeze link',
  async (role) => {
    const other = await aMember(t, ours, 'ADMIN')
    const preparer = await aMember(t, ours, 'PAYROLL')
    const email = aGuest()
    await inviteMember(ours, email, role)
    for (const { form } of [ours, other]) {
      const [mail] = await mailsOf(t.db, form.email, 'teamChanged')
      expect(mail?.text).toContain(email)
      expect(linksIn(mail?.text ?? '')).toHaveLength(1)
    }
    expect(await mailsOf(t.db, preparer.form.email, 'teamChanged')).toEqual([])
  },
)

test('an invitation to prepare payrolls or to read → no alarm', async () => {
  await inviteMember(ours, aGuest(), 'PAYROLL')
  await inviteMember(ours, aGuest(), 'ACCOUNTANT')
  expect(await mailsOf(t.db, ours.form.email, 'teamChanged')).toEqual([])
})

test('the company is frozen → open invitations are over', async () => {
  const email = aGuest()
  await inviteMember(ours, email, 'ADMIN')
  const token = await invitationToken(t, email)
  await t.call('POST', `/freezes/${await freezeToken(t.db, ours.companyId)}`)
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
  const { password } = ours.form
  const body = { email: ours.form.email, password }
  const { token: bearer } = expectAccepted(session, await t.call('POST', '/auth/sign-in', { body }))
  const again = { token: bearer, body: { email, role: 'ADMIN' } }
  expectRefusal(await t.call('POST', '/companies/invitations', again), 409, 'COMPANY_FROZEN')
})

test('the mail speaks the language of the person who invites', async () => {
  const email = aGuest()
  const headers = { 'accept-language': 'en' }
  await ours.call('POST', '/companies/invitations', { email, role: 'ACCOUNTANT' }, { headers })
  const [mail] = await messagesTo(t.db, email)
  expect(mail?.subject).toBe('You are invited to the team of Café Izalco')
})

test('an invitation written by hand, or another’s made one’s own, opens nothing', async () => {
  const token = newToken()
  await sql`INSERT INTO team_invitations
      (company_id, email, role, sha256, invited_by, language, created_at, expires_at)
    VALUES (${ours.companyId}, 'thief@evil.example', 'ADMIN', ${tokenHash(token)},
      ${ours.user._id}, 'es', now(), now() + interval '1 hour')`.execute(t.db)
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
  expect((await readTeam()).invitations).toEqual([])

  const other = await aCompany(t)
  for (const forgery of [
    sql`role = 'ADMIN'`,
    sql`email = 'another@evil.example'`,
    sql`sha256 = ${tokenHash(token)}`,
    sql`expires_at = now() + interval '1 year'`,
    sql`company_id = ${other.companyId}, invited_by = ${other.user._id}`,
    sql`mac = NULL`,
  ]) {
    // Only one row at a time may have the thief's link, so the rows before it lose theirs.
    await sql`UPDATE team_invitations SET sha256 = NULL WHERE ended_at IS NULL`.execute(t.db)
    const email = aGuest()
    const { _id } = await inviteMember(ours, email, 'ACCOUNTANT')
    const own = await invitationToken(t, email)
    await sql`UPDATE team_invitations SET ${forgery} WHERE id = ${_id}`.execute(t.db)
    for (const tried of [own, token])
      expectRefusal(await acceptBy(t, tried), 410, 'INVITATION_ENDED')
    expectRefusal(await ours.call('POST', `${path(_id)}/resend`), 404, 'NOT_FOUND')
  }
  expect(JSON.stringify(t.logged())).toContain('The MAC of team_invitations')
})

test('an invitation that was used does not come back by hand', async () => {
  const email = aGuest()
  const { _id } = await inviteMember(ours, email)
  expectAccepted(session, await acceptBy(t, await invitationToken(t, email)))
  const ofIt = sql`WHERE id = ${_id}`
  await expect(
    sql`UPDATE team_invitations SET ended_at = NULL, version = 2 ${ofIt}`.execute(t.db),
  ).rejects.toThrow('a former invitation does not come back')
  await expect(sql`DELETE FROM team_invitations ${ofIt}`.execute(t.db)).rejects.toThrow(
    'permission denied',
  )
})

test.each([
  [{}, ['email', 'role']],
  [{ email: 'ana', role: 'ADMIN' }, ['email']],
  [{ email: 'ana@example.com', role: 'OWNER' }, ['role']],
  [{ email: 'ana@example.com', role: ['ADMIN'] }, ['role']],
  [{ email: { $ne: '' }, role: 'ADMIN' }, ['email']],
])('an invitation with %j → 400 on %j, and nobody is invited', async (body, fields) => {
  const answer = await ours.call('POST', '/companies/invitations', body)
  expect(Object.keys(faultsOf(answer)).sort()).toEqual(fields)
  expect((await readTeam()).invitations).toEqual([])
})

test.each([
  [{ firstName: '' }, 'firstName'],
  [{ lastName: 'x'.repeat(201) }, 'lastName'],
  [{ password: 'corta' }, 'password'],
  [{ password: 'Julian#Henriquez' }, 'password'],
  [{ password: 'CafeIzalco#26' }, 'password'],
])('accepting with %j → 400 on %s, and the link is still good', async (changes, field) => {
  const email = aGuest()
  await inviteMember(ours, email)
  const token = await invitationToken(t, email)
  expect(Object.keys(faultsOf(await acceptBy(t, token, changes)))).toEqual([field])
  expectAccepted(invitationShown, await shown(token))
})

test.each([
  ['of one letter', 'x'],
  ['of a zero byte', '%00'],
  ['of 10 KB', 'a'.repeat(10_240)],
  ['of a path', '..%2F..'],
])('a token %s → 410, reading and accepting', async (_, token) => {
  expectRefusal(await shown(token), 410, 'INVITATION_ENDED')
  expectRefusal(await acceptBy(t, token), 410, 'INVITATION_ENDED')
})
