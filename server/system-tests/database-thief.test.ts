import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { freezeState } from '#contract/freezes.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { updateUser } from '../authorization/account-rows.ts'
import { AccountTampered } from '../authorization/mac.ts'
import { unfreezeByOperator } from '../features/freeze/index.ts'
import { deliver } from '../features/notifications/index.ts'
import { keepFormerChannel } from '../features/verification-codes/index.ts'
import { Passwords } from '../platform/security/passwords.ts'
import { newToken, tokenHash } from '../platform/security/tokens.ts'
import { messagesTo } from '../testing/codes.ts'
import { enrolPasskey } from '../testing/factor-steps.ts'
import {
  aCompany,
  aSignUp,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '../testing/factories.ts'
import { freezeByMail, freezeToken } from '../testing/freeze-steps.ts'
import { softwareKey } from '../testing/software-authenticator.ts'
import { aMember } from '../testing/team-steps.ts'
import { setTiers } from '../testing/tier-steps.ts'

/** A thief who writes the database as the program's role does, and has no key. */

const mine = { email: 'thief@evil.example', phone: '+50379990000', password: 'Ladron#2026' }

let ours: TestCompany
const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
const known = await new Passwords().hash(mine.password)
beforeEach(async () => {
  ours = await aCompany(t)
})

const ofUser = () => sql`id = ${ours.user._id}`
const signIn = (email = ours.form.email, password = ours.form.password) =>
  t.call('POST', '/auth/sign-in', { body: { email, password } })
const askForCode = () => ours.call('POST', '/users/step-up', { action: 'FACTORS' })
const sentToThief = async () =>
  [...(await messagesTo(t.db, mine.email)), ...(await messagesTo(t.db, mine.phone))].length
/** The row that the log names at the level of an error. */
const named = () => JSON.stringify(t.logged().filter(({ level }) => level >= 50))

test('a changed e-mail gets no code, no link and no notice', async () => {
  const other = await aMember(t, ours, 'ADMIN')
  await sql`UPDATE users SET email = ${mine.email} WHERE ${ofUser()}`.execute(t.db)
  expectRefusal(await askForCode(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(`The MAC of users ${ours.user._id} does not hold`)
  const { status } = await t.call('POST', '/users/reset-password', { body: { email: mine.email } })
  expect(status).toBe(200)
  expect(named()).toContain(ours.user._id)
  const body = { approval: { overUsd: 10, changedAddresses: true } }
  expect((await other.call('PUT', '/companies', body)).status).toBe(200)
  expect(named()).toContain(ours.user._id)
  expectRefusal(await signIn(mine.email), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  expect(await sentToThief()).toBe(0)
})

test.each([
  ['a role', sql`role = 'ADMIN'`],
  ['the time of a role', sql`role_since = '2020-01-01'`],
  ['the time of a reset of factors', sql`factors_reset_at = NULL`],
])('%s written by hand opens nothing', async (_what, forgery) => {
  const { id, ...thief } = await aMember(t, ours, 'ACCOUNTANT')
  const owner = { companyId: ours.companyId, userId: id }
  const reset = { factors_reset_at: new Date() }
  await t.db.transaction().execute((trx) => updateUser(trx, t.macKey, owner, reset))
  expect((await thief.call('GET', '/employees')).status).toBe(200)
  await sql`UPDATE users SET ${forgery} WHERE id = ${id}`.execute(t.db)
  expectRefusal(await thief.call('GET', '/employees'), 409, 'ACCOUNT_TAMPERED')
  expectRefusal(await signIn(thief.form.email), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(id)
})

test('somebody who was removed is not put back by hand, with the sessions of before', async () => {
  const { id, token, form } = await aMember(t, ours, 'ADMIN')
  const owner = { companyId: ours.companyId, userId: id }
  const removed = { removed_at: new Date() }
  await t.db.transaction().execute((trx) => updateUser(trx, t.macKey, owner, removed))
  await shut(token)
  await sql`UPDATE users SET removed_at = NULL WHERE id = ${id}`.execute(t.db)
  expectRefusal(await opens(token), 409, 'ACCOUNT_TAMPERED')
  expectRefusal(await signIn(form.email), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(id)
})

test('a changed phone and channel get no code', async () => {
  await sql`UPDATE users SET phone = ${mine.phone}, two_factor_via = 'SMS'
    WHERE ${ofUser()}`.execute(t.db)
  expectRefusal(await askForCode(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  expect(await sentToThief()).toBe(0)
})

test('a password hash written by hand signs nobody in', async () => {
  await sql`UPDATE users SET password_hash = ${known} WHERE ${ofUser()}`.execute(t.db)
  expectRefusal(await signIn(ours.form.email, mine.password), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  const change = { password: mine.password, newPassword: 'Ilopango#27' }
  expectRefusal(await ours.call('PATCH', '/users/password', change), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('a second factor switched off by hand opens nothing to the password', async () => {
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await ours.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  await sql`UPDATE users SET two_factor_enabled = false WHERE ${ofUser()}`.execute(t.db)
  expectRefusal(await signIn(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('a MAC that is taken away, or is another row’s, does not hold', async () => {
  const other = await aCompany(t)
  await sql`UPDATE users SET mac = NULL WHERE ${ofUser()}`.execute(t.db)
  expectRefusal(await signIn(), 409, 'ACCOUNT_TAMPERED')
  await sql`UPDATE users u SET mac = o.mac, password_hash = o.password_hash FROM users o
    WHERE u.id = ${ours.user._id} AND o.id = ${other.user._id}`.execute(t.db)
  expectRefusal(await signIn(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('rules of approval loosened by hand are not the company’s', async () => {
  const approval = { overUsd: 10, changedAddresses: true }
  await ours.call('PUT', '/companies', { approval })
  await sql`UPDATE companies SET approval_over_usd_cents = NULL, approval_changed_addresses = false
    WHERE id = ${ours.companyId}`.execute(t.db)
  expectRefusal(await ours.call('PUT', '/companies', { approval }), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(`The MAC of companies ${ours.companyId} does not hold`)
})

test('a former channel written by hand redirects no code', async () => {
  await sql`INSERT INTO former_channels (company_id, user_id, via, phone, until)
    VALUES (${ours.companyId}, ${ours.user._id}, 'SMS', ${mine.phone}, now())`.execute(t.db)
  expectRefusal(await askForCode(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain('The MAC of former_channels')
  expect(await sentToThief()).toBe(0)
})

test('a former channel stays for its 24 hours, as it was written', async () => {
  const owner = { companyId: ours.companyId, userId: ours.user._id }
  const channel = { via: 'EMAIL', to: ours.form.email } as const
  await keepFormerChannel(t.db, t.macKey, owner, channel, new Date())
  const ofOurs = sql`user_id = ${ours.user._id}`
  for (const forgery of [
    sql`DELETE FROM former_channels WHERE ${ofOurs}`,
    sql`UPDATE former_channels SET until = now() - interval '3 days' WHERE ${ofOurs}`,
  ]) {
    await expect(forgery.execute(t.db)).rejects.toThrow('stays as it is for 24 hours')
  }
})

test('a message sent elsewhere, or written by hand, is not delivered', async () => {
  await askForCode()
  const [code] = (await messagesTo(t.db, ours.form.email)).slice(-1)
  const moved = sql`UPDATE messages SET recipient = ${mine.email} WHERE id = ${code?.id}`
  await expect(moved.execute(t.db)).rejects.toThrow('denied')
  await moved.execute(t.owner)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO messages (company_id, recipient, via, template, subject, body, secret)
    VALUES (${ours.companyId}, ${mine.email}, 'EMAIL', 'newDevice', 'Pay me', 'Pay me', false)
    RETURNING id`.execute(t.db)
  const handed: object[] = []
  const mailer = { send: async (mail: object) => void handed.push(mail) }
  const deps = {
    db: t.worker,
    mailer,
    textMessages: null,
    sandbox: false,
    macKey: t.macKey,
    log: t.log,
  }
  for (const id of [code?.id ?? '', rows[0]?.id ?? '']) {
    await deliver(deps, id, false)
    expect(named()).toContain(id)
  }
  expect(handed).toEqual([])
})

test('a freeze taken back by hand, or written by hand, is no freeze taken back or made', async () => {
  const { email } = ours.form
  await freezeByMail(t, ours.companyId)
  await sql`UPDATE companies SET frozen_at = NULL WHERE id = ${ours.companyId}`.execute(t.db)
  const { token } = (await signIn()).body.data
  const phone = { phone: '+50370001234' }
  expectRefusal(await ours.call('PUT', '/users', phone, { token }), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(`The MAC of companies ${ours.companyId} does not hold`)
  const code = { code: '123456' }
  expectRefusal(
    await ours.call('POST', '/companies/unfreeze', code, { token }),
    409,
    'ACCOUNT_TAMPERED',
  )
  expect(named()).toContain(ours.companyId)

  const context = { ...t, publicUrl: 'http://x', now: t.now() }
  expect(await unfreezeByOperator(t.db, email, context)).toMatchObject({ wasFrozen: true })
  expect(named()).toContain(ours.companyId)
  await sql`UPDATE companies SET frozen_at = now() WHERE id = ${ours.companyId}`.execute(t.db)
  const link = await freezeToken(t.db, ours.companyId)
  const look = expectAccepted(freezeState, await t.call('GET', `/freezes/${link}`))
  expect(look.frozenAt, 'by hand alone').toBeNull()
})

test('a company changed by hand is frozen by its link all the same, with strict rules', async () => {
  await sql`UPDATE companies SET approval_over_usd_cents = NULL, approval_changed_addresses = false
    WHERE id = ${ours.companyId}`.execute(t.db)
  expect((await freezeByMail(t, ours.companyId)).frozenAt).not.toBeNull()
  expect(named()).toContain(ours.companyId)
  await shut(ours.token)
  const { token } = (await signIn()).body.data
  const { approval } = (await opens(token)).body.data
  expect(approval).toEqual({ overUsd: 0, changedAddresses: true })
  const phone = { phone: '+50370001234' }
  expectRefusal(await ours.call('PUT', '/users', phone, { token }), 409, 'COMPANY_FROZEN')
  const { rows } = await sql<{ detail: object }>`SELECT detail FROM audit_events
    WHERE company_id = ${ours.companyId} AND action = 'company.approvalChanged'`.execute(t.db)
  expect(rows).toMatchObject([
    {
      detail: {
        tampered: true,
        overUsdTo: 0,
        changedAddressesTo: true,
        tiersTo: [],
        strongOnlyTo: false,
        addressHoldHours: 168,
        shareSetBy: 'EMPLOYEE',
        salaryGuardPercent: 0,
        totalGuardPercent: 0,
        requireConsent: true,
      },
    },
  ])
})

/** The rules that a thief would like to find after a freeze. */
const loosest = sql`approval_tiers = '[]', strong_only = NOT strong_only`
const rulesOf = (companyId: string) =>
  t.db
    .selectFrom('companies')
    .select(['approval_tiers', 'strong_only', 'frozen_at'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

test.each([
  ['as they are', sql`mac = mac`],
  ['one is removed by hand', sql`removed_at = now()`],
  ['the role of one is taken by hand', sql`role = 'ACCOUNTANT'`],
])('the approvals that were asked for are asked for after a freeze: %s', async (_what, forgery) => {
  const members = []
  for (let made = 0; made < 3; made++) members.push(await aMember(t, ours, 'APPROVER'))
  await setTiers(ours, [{ fromUsd: 900, approvals: 3 }])
  await sql`UPDATE users SET ${forgery} WHERE id = ${members[0]?.id}`.execute(t.db)
  await sql`UPDATE companies SET ${loosest} WHERE id = ${ours.companyId}`.execute(t.db)
  await freezeByMail(t, ours.companyId)
  expect(await rulesOf(ours.companyId)).toMatchObject({
    approval_tiers: [{ fromUsdCents: '0', approvals: 3 }],
    strong_only: false,
  })
})

test('users written by hand lock no company that one person runs', async () => {
  const made = aSignUp()
  await sql`INSERT INTO users (company_id, email, first_name, last_name, password_hash, language, role, role_since)
    SELECT company_id, ${made.email}, first_name, last_name, password_hash, language, role, role_since
    FROM users WHERE ${ofUser()}`.execute(t.db)
  await sql`UPDATE companies SET ${loosest} WHERE id = ${ours.companyId}`.execute(t.db)
  await freezeByMail(t, ours.companyId)
  expect((await rulesOf(ours.companyId)).approval_tiers).toEqual([])
})

test.each([
  ['the role of', sql`role = 'ACCOUNTANT'`],
  ['away', sql`removed_at = now()`],
])('rules are loosened by as many when %s an approver is written by hand', async (_, forgery) => {
  const members = []
  for (let made = 0; made < 2; made++) members.push(await aMember(t, ours, 'APPROVER'))
  await setTiers(ours, [{ fromUsd: 0, approvals: 2 }])
  await sql`UPDATE users SET ${forgery} WHERE id = ${members[0]?.id}`.execute(t.db)
  const answer = await ours.call('PUT', '/companies/approval-rules', { tiers: [] })
  expectRefusal(answer, 409, 'QUORUM_IMPOSSIBLE')
})

test('the address that is to be funded is written by nobody', async () => {
  const written = sql`UPDATE payrolls SET address = ${mine.email}`.execute(t.db)
  await expect(written).rejects.toThrow('permission denied')
  const byWorker = sql`UPDATE payrolls SET address = ${mine.email}`.execute(t.worker)
  await expect(byWorker).rejects.toThrow('permission denied')
})

test('a company whose keys alone move money keeps that through a freeze', async () => {
  await enrolPasskey(ours, softwareKey())
  expectAccepted(
    approvalRules,
    await ours.call('PUT', '/companies/approval-rules', { strongOnly: true }),
  )
  expect((await rulesOf(ours.companyId)).strong_only).toBe(true)
  await sql`UPDATE companies SET ${loosest} WHERE id = ${ours.companyId}`.execute(t.db)
  await freezeByMail(t, ours.companyId)
  expect((await rulesOf(ours.companyId)).strong_only).toBe(true)
})

test('a freeze link written by hand freezes nothing', async () => {
  const token = newToken()
  const write = (mac: Buffer | null) =>
    sql`INSERT INTO freeze_links (sha256, company_id, user_id, on_removal, created_at, mac)
      VALUES (${tokenHash(token)}, ${ours.companyId}, ${ours.user._id}, false, now(), ${mac})
      ON CONFLICT (sha256) DO UPDATE SET mac = EXCLUDED.mac`.execute(t.db)
  await freezeToken(t.db, ours.companyId)
  const { mac } = await t.db
    .selectFrom('freeze_links')
    .select('mac')
    .where('company_id', '=', ours.companyId)
    .executeTakeFirstOrThrow()
  for (const forged of [null, mac]) {
    await write(forged)
    expectRefusal(await t.call('GET', `/freezes/${token}`), 410, 'FREEZE_LINK_ENDED')
    expectRefusal(await t.call('POST', `/freezes/${token}`), 410, 'FREEZE_LINK_ENDED')
    expect(named()).toContain(`The MAC of freeze_links ${ours.companyId} does not hold`)
  }
  expect((await rulesOf(ours.companyId)).frozen_at).toBeNull()
})

test('the operator unfreezes no company by an e-mail written by hand', async () => {
  const context = { ...t, publicUrl: 'http://x', now: t.now() }
  const other = await aCompany(t)
  const email = `${crypto.randomUUID()}@evil.example`
  await sql`UPDATE users SET email = ${email} WHERE id = ${other.user._id}`.execute(t.db)
  await expect(unfreezeByOperator(t.db, email, context)).rejects.toThrow(AccountTampered)
})

test('no rule written by hand is the company’s after a freeze by its link', async () => {
  const read = () =>
    t.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', ours.companyId)
      .executeTakeFirstOrThrow()
  const { created_at } = await read()
  await aMember(t, ours, 'APPROVER')
  await sql`UPDATE companies SET approval_tiers = '[]', address_hold_hours = 0,
    salary_guard_percent = 900, total_guard_percent = 900, share_set_by = 'COMPANY',
    require_consent = false, created_at = now() + interval '1 day' WHERE id = ${ours.companyId}`.execute(
    t.db,
  )
  await freezeByMail(t, ours.companyId)
  const after = await read()
  expect(after).toMatchObject({
    approval_over_usd_cents: 0n,
    approval_changed_addresses: true,
    approval_tiers: [{ fromUsdCents: '0', approvals: 1 }],
    address_hold_hours: 168,
    salary_guard_percent: 0,
    total_guard_percent: 0,
    share_set_by: 'EMPLOYEE',
    require_consent: true,
  })
  expect(Math.abs(after.created_at.getTime() - created_at.getTime())).toBeLessThan(1_000)
})

test('a former row with its former MAC, put back by hand, does not come back', async () => {
  const ofCompany = sql`id = ${ours.companyId}`
  type Former = { password_hash: string; mac: Buffer; version: number }
  const read = async () => {
    const users = await sql<Former>`SELECT password_hash, mac, version FROM users
      WHERE ${ofUser()}`.execute(t.db)
    const companies = await sql<Former>`SELECT mac, version FROM companies
      WHERE ${ofCompany}`.execute(t.db)
    return { user: users.rows[0], company: companies.rows[0] }
  }
  const { user, company } = await read()
  const { password } = ours.form
  const changed = { password, newPassword: 'Ilopango#27' }
  expect((await ours.call('PATCH', '/users/password', changed)).status).toBe(200)
  await freezeByMail(t, ours.companyId)
  for (const forgery of [
    sql`UPDATE users SET password_hash = ${user?.password_hash}, mac = ${user?.mac},
      version = ${user?.version} WHERE ${ofUser()}`,
    sql`UPDATE companies SET frozen_at = NULL, mac = ${company?.mac},
      version = ${company?.version} WHERE ${ofCompany}`,
  ]) {
    await expect(forgery.execute(t.db)).rejects.toThrow('a former row of an account')
    await expect(forgery.execute(t.worker)).rejects.toThrow('a former row of an account')
  }
  for (const table of ['users', 'companies'] as const) {
    const forgery = sql`DELETE FROM ${sql.table(table)}`.execute(t.db)
    await expect(forgery).rejects.toThrow('permission denied')
  }
  await sql`UPDATE companies SET frozen_at = NULL, mac = ${company?.mac}
    WHERE ${ofCompany}`.execute(t.db)
  const { token } = (await signIn(ours.form.email, changed.newPassword)).body.data
  const phone = { phone: '+50370001234' }
  expectRefusal(await ours.call('PUT', '/users', phone, { token }), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.companyId)
})

const minute = 60_000
const opens = (token: string) => t.call('GET', '/companies/company', { token })
const shut = async (token: string) => expectRefusal(await opens(token), 403, 'SESSION_EXPIRED')
const sessionOf = async ({ user }: TestCompany) => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM sessions WHERE user_id = ${user._id}`.execute(t.db)
  return rows[0]?.id ?? ''
}

test('a session written by hand opens nothing, with or without a true one’s MACs', async () => {
  const token = newToken()
  const { rows } = await sql<{ id: string }>`
    WITH made AS (INSERT INTO sessions (company_id, user_id, ip, agent)
      VALUES (${ours.companyId}, ${ours.user._id}, '', '') RETURNING id)
    INSERT INTO session_tokens (sha256, session_id) SELECT ${tokenHash(token)}, id FROM made
    RETURNING session_id AS id`.execute(t.db)
  const id = rows[0]?.id ?? ''
  await shut(token)
  expect(named()).toContain(`The MAC of sessions ${id} does not hold`)
  const mine = await sessionOf(ours)
  await sql`UPDATE sessions s SET created_at = o.created_at, last_active_at = o.last_active_at,
    mac = o.mac FROM sessions o WHERE s.id = ${id} AND o.id = ${mine}`.execute(t.db)
  await sql`UPDATE session_tokens s SET created_at = o.created_at, mac = o.mac
    FROM session_tokens o WHERE s.session_id = ${id} AND o.session_id = ${mine}`.execute(t.db)
  await shut(token)
  expect(named()).toContain(id)
})

test('a token of the thief’s own does not open the session of another', async () => {
  const thief = await aCompany(t)
  const theirs = await sessionOf(ours)
  await sql`UPDATE session_tokens SET session_id = ${theirs}
    WHERE session_id = ${await sessionOf(thief)}`.execute(t.db)
  await shut(thief.token)
  expect(named()).toContain(`The MAC of session_tokens of session ${theirs} does not hold`)
  expect((await opens(ours.token)).status).toBe(200)
})

test('the thief’s own session, made that of another user, opens nothing', async () => {
  const thief = await aCompany(t)
  const id = await sessionOf(thief)
  await sql`UPDATE sessions SET company_id = ${ours.companyId}, user_id = ${ours.user._id}
    WHERE id = ${id}`.execute(t.db)
  await shut(thief.token)
  expect(named()).toContain(`The MAC of sessions ${id} does not hold`)
})

test('a sign-in half-way, written by hand or another’s, gets no code and no session', async () => {
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  const thief = await aCompany(t)
  for (const one of [ours, thief]) {
    await one.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  }
  const { mfaToken: own } = (await signIn(thief.form.email)).body.data
  await sql`UPDATE mfa_challenges SET company_id = ${ours.companyId}, user_id = ${ours.user._id}
    WHERE sha256 = ${tokenHash(own)}`.execute(t.db)
  const written = newToken()
  await sql`INSERT INTO mfa_challenges (sha256, company_id, user_id, created_at)
    VALUES (${tokenHash(written)}, ${ours.companyId}, ${ours.user._id}, now())`.execute(t.db)
  // The thief writes rows as if a code were on its way.
  await sql`INSERT INTO verification_codes (id, company_id, user_id, purpose, subject_id, mac, created_at)
    SELECT gen_random_uuid(), company_id, user_id, 'sign-in', id, sha256, now()
    FROM mfa_challenges WHERE user_id = ${ours.user._id}`.execute(t.db)
  for (const mfaToken of [written, own]) {
    const body = { email: ours.form.email, mfaToken }
    const resent = await t.call('POST', '/auth/sign-in/mfa/resend', { body })
    expectRefusal(resent, 401, 'MFA_EXPIRED')
    expect(named()).toContain('The MAC of mfa_challenges')
  }
  expect((await messagesTo(t.db, ours.form.email)).map(({ template }) => template)).not.toContain(
    'signInCode',
  )
})

const resetBy = (code: string) =>
  t.call('PATCH', `/users/reset-password?code=${code}`, { body: { newPassword: mine.password } })
/** The token of the link that was mailed last to somebody. */
const linkOf = async ({ form }: TestCompany) => {
  await t.call('POST', '/users/reset-password', { body: { email: form.email } })
  const [mail] = (await messagesTo(t.db, form.email)).slice(-1)
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a reset link written by hand, or another’s, sets no password', async () => {
  const written = newToken()
  await sql`INSERT INTO reset_links (sha256, company_id, user_id, created_at)
    VALUES (${tokenHash(written)}, ${ours.companyId}, ${ours.user._id}, now())`.execute(t.db)
  expectRefusal(await resetBy(written), 400, 'RESET_CODE_INVALID')
  expect(named()).toContain(`The MAC of reset_links ${ours.user._id} does not hold`)
  await sql`DELETE FROM reset_links WHERE user_id = ${ours.user._id}`.execute(t.db)
  const own = await linkOf(await aCompany(t))
  await sql`UPDATE reset_links SET company_id = ${ours.companyId}, user_id = ${ours.user._id}
    WHERE sha256 = ${tokenHash(own)}`.execute(t.db)
  expectRefusal(await resetBy(own), 400, 'RESET_CODE_INVALID')
  expect(named()).toContain(ours.user._id)
  expect((await signIn()).status).toBe(200)
})

test('a session, challenge or link that has run out is not revived by its dates', async () => {
  const link = await linkOf(ours)
  const { token: replaced } = ours
  const next = (await ours.call('GET', '/auth/refresh-token')).body.data.token
  t.wait(2 * minute)
  await sql`UPDATE session_tokens SET replaced_at = NULL, successor_salt = NULL
    WHERE sha256 = ${tokenHash(replaced)}`.execute(t.db)
  await shut(replaced)
  expect(named()).toContain('The MAC of session_tokens')
  expect((await opens(next)).status).toBe(200)
  t.wait(61 * minute)
  await sql`UPDATE sessions SET last_active_at = ${t.now()}
    WHERE user_id = ${ours.user._id}`.execute(t.db)
  await shut(next)
  expect(named()).toContain('The MAC of sessions')
  await sql`UPDATE reset_links SET created_at = ${t.now()}
    WHERE user_id = ${ours.user._id}`.execute(t.db)
  expectRefusal(await resetBy(link), 400, 'RESET_CODE_INVALID')
  expect(named()).toContain(ours.user._id)

  const other = await aCompany(t)
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await other.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  const { mfaToken } = (await signIn(other.form.email)).body.data
  t.wait(11 * minute)
  await sql`UPDATE mfa_challenges SET created_at = ${t.now()}
    WHERE user_id = ${other.user._id}`.execute(t.db)
  await sql`UPDATE verification_codes SET created_at = ${t.now()}::timestamptz - interval '2 minutes'
    WHERE user_id = ${other.user._id}`.execute(t.db)
  const body = { email: other.form.email, mfaToken }
  expectRefusal(await t.call('POST', '/auth/sign-in/mfa/resend', { body }), 401, 'MFA_EXPIRED')
  expect(named()).toContain('The MAC of mfa_challenges')
})

test('the cookie of the thief’s browser does not make it a known one of another', async () => {
  const thief = await aCompany(t)
  const signedIn = await signIn(thief.form.email)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  await sql`UPDATE device_cookies SET company_id = ${ours.companyId}, user_id = ${ours.user._id}
    WHERE user_id = ${thief.user._id}`.execute(t.db)
  const { rows } = await sql<{ seen: Date }>`SELECT max(last_at) AS seen FROM device_cookies
    WHERE user_id = ${ours.user._id}`.execute(t.db)
  const { email, password } = ours.form
  const again = await t.call('POST', '/auth/sign-in', {
    body: { email, password },
    headers: { cookie },
  })
  expect(rows).toHaveLength(1)
  expect(String(again.headers['set-cookie'])).not.toContain(cookie)
})
