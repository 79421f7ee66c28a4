import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepFormerChannel } from './features/codes/index.ts'
import { deliver } from './features/messages/index.ts'
import { Passwords } from './platform/passwords.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { messagesTo } from './testing/codes.ts'
import { aCompany, refused, type TestCompany } from './testing/factories.ts'

/** A thief who writes the database as the program's role does, and has no key. */

const mine = { email: 'thief@evil.example', phone: '+50379990000', password: 'Ladron#2026' }

let t: TestApp
let ours: TestCompany
let known: string
beforeAll(async () => {
  t = await testApp()
  known = await new Passwords().hash(mine.password)
})
afterAll(() => t.stop())
beforeEach(async () => {
  ours = await aCompany(t)
})

const ofUser = () => sql`id = ${ours.user._id}`
const signIn = (email = ours.form.email, password = ours.form.password) =>
  t.call('POST', '/auth/sign-in', { body: { email, password } })
const askForCode = () => ours.call('POST', '/users/step-up', { action: 'APPROVAL' })
const sentToThief = async () =>
  [...(await messagesTo(t.db, mine.email)), ...(await messagesTo(t.db, mine.phone))].length
/** The row that the log names at the level of an error. */
const named = () => JSON.stringify(t.logged().filter(({ level }) => level >= 50))

test('a changed e-mail gets no code, no link and no news', async () => {
  await sql`UPDATE users SET email = ${mine.email} WHERE ${ofUser()}`.execute(t.db)
  refused(await askForCode(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(`The MAC of users ${ours.user._id} does not hold`)
  const { status } = await t.call('POST', '/users/reset-password', { body: { email: mine.email } })
  expect(status).toBe(200)
  expect(named()).toContain(ours.user._id)
  const body = { approval: { overUsd: 10, changedAddresses: true } }
  expect((await ours.call('PUT', '/companies', body)).status).toBe(200)
  expect(named()).toContain(ours.user._id)
  refused(await signIn(mine.email), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  expect(await sentToThief()).toBe(0)
})

test('a changed phone and channel get no code', async () => {
  await sql`UPDATE users SET phone = ${mine.phone}, two_factor_via = 'SMS'
    WHERE ${ofUser()}`.execute(t.db)
  refused(await askForCode(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  expect(await sentToThief()).toBe(0)
})

test('a password hash written by hand signs nobody in', async () => {
  await sql`UPDATE users SET password_hash = ${known} WHERE ${ofUser()}`.execute(t.db)
  refused(await signIn(ours.form.email, mine.password), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
  const change = { password: mine.password, newPassword: 'Ilopango#27' }
  refused(await ours.call('PATCH', '/users/password', change), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('a second factor switched off by hand opens nothing to the password', async () => {
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await ours.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  await sql`UPDATE users SET two_factor_enabled = false WHERE ${ofUser()}`.execute(t.db)
  refused(await signIn(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('a MAC that is taken away, or is another row’s, does not hold', async () => {
  const other = await aCompany(t)
  await sql`UPDATE users SET mac = NULL WHERE ${ofUser()}`.execute(t.db)
  refused(await signIn(), 409, 'ACCOUNT_TAMPERED')
  await sql`UPDATE users u SET mac = o.mac, password_hash = o.password_hash FROM users o
    WHERE u.id = ${ours.user._id} AND o.id = ${other.user._id}`.execute(t.db)
  refused(await signIn(), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(ours.user._id)
})

test('rules of approval loosened by hand are not the company’s', async () => {
  const approval = { overUsd: 10, changedAddresses: true }
  await ours.call('PUT', '/companies', { approval })
  await sql`UPDATE companies SET approval_over_usd_cents = NULL, approval_changed_addresses = false
    WHERE id = ${ours.companyId}`.execute(t.db)
  refused(await ours.call('PUT', '/companies', { approval }), 409, 'ACCOUNT_TAMPERED')
  expect(named()).toContain(`The MAC of companies ${ours.companyId} does not hold`)
})

test('a former channel written by hand redirects no code', async () => {
  await sql`INSERT INTO former_channels (company_id, user_id, via, phone, until)
    VALUES (${ours.companyId}, ${ours.user._id}, 'SMS', ${mine.phone}, now())`.execute(t.db)
  refused(await askForCode(), 409, 'ACCOUNT_TAMPERED')
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
  await sql`UPDATE messages SET recipient = ${mine.email} WHERE id = ${code?.id}`.execute(t.db)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO messages (company_id, recipient, via, template, subject, body, secret)
    VALUES (${ours.companyId}, ${mine.email}, 'EMAIL', 'newDevice', 'Pay me', 'Pay me', false)
    RETURNING id`.execute(t.db)
  const handed: object[] = []
  const mailer = { send: async (mail: object) => void handed.push(mail) }
  const parts = {
    db: t.db,
    mailer,
    textMessages: null,
    sandbox: false,
    macKey: t.macKey,
    log: t.log,
  }
  for (const id of [code?.id ?? '', rows[0]?.id ?? '']) {
    await deliver(parts, id, false)
    expect(named()).toContain(id)
  }
  expect(handed).toEqual([])
})
