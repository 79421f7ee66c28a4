import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#contract/auth.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { Passwords } from '#server/platform/security/passwords.ts'
import { cheapPasswords } from '#server/testing/app.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

const minutes = 60_000
const fresh = 'Ilopango#27'

const signIn = (password: string, email = ours.form.email) =>
  t.call('POST', '/auth/sign-in', { body: { email, password } })
const change = (body: object) => ours.call('PATCH', '/users/password', body)
const ask = (email = ours.form.email) =>
  t.call('POST', '/users/reset-password', { body: { email } })
const reset = (code: string, newPassword = fresh) =>
  t.call('PATCH', `/users/reset-password?code=${code}`, { body: { newPassword } })
const isLive = async (token: string) =>
  (await t.call('GET', '/companies/company', { token })).status === 200

/** The codes of the links that were mailed, oldest first. */
async function links(email = ours.form.email): Promise<string[]> {
  const sent = await messagesTo(t.db, email)
  const link = /http:\/\/127\.0\.0\.1:3000\/reset-password\?token=([\w-]{43})(?![\w-])/
  return sent
    .filter(({ template }) => template === 'passwordReset')
    .map(({ text }) => link.exec(text)?.[1] ?? 'no link')
}
/** Stores a hash with a right MAC, like the program. */
async function writeHash(hash: string): Promise<void> {
  const owner = { companyId: ours.companyId, userId: ours.user._id }
  const changes = { password_hash: hash }
  await t.db.transaction().execute((trx) => updateUser(trx, t.macKey, owner, changes))
}
async function aLink(): Promise<string> {
  await ask()
  return (await links()).at(-1) ?? ''
}
const mails = async () =>
  (
    await t.db
      .selectFrom('messages')
      .select('template')
      .where('recipient', '=', ours.form.email)
      // The code of the sign-up.
      .where('template', '!=', 'contactCode')
      .execute()
  ).map(({ template }) => template)

test('a new password replaces the old one; other sessions end and this one stays', async () => {
  const other = expectAccepted(session, await signIn(ours.form.password)).token
  const answer = await change({ password: ours.form.password, newPassword: fresh })
  expect(answer.body).toEqual({ success: true, message: 'Contraseña Actualizada', data: null })
  expect([await isLive(ours.token), await isLive(other)]).toEqual([true, false])
  expectRefusal(await signIn(ours.form.password), 401, 'WRONG_CREDENTIALS')
  expectAccepted(session, await signIn(fresh))
  expect(await mails()).toEqual(['passwordChanged'])
})

test('who does not know the present password changes nothing, and stays signed in', async () => {
  expectRefusal(
    await change({ password: 'Volcan#2027', newPassword: fresh }),
    400,
    'WRONG_PASSWORD',
  )
  const { password } = ours.form
  const typo = { password, newPassword: fresh, confirmPassword: `${fresh}!` }
  expect(faultsOf(await change(typo))).toEqual({
    confirmPassword: 'Las contraseñas no coinciden',
  })
  expect(faultsOf(await change({ password, newPassword: 'volcan' }))).toEqual({
    newPassword: 'Debe tener al menos 8 caracteres, letras mayúsculas y caracteres especiales',
  })
  expect(await isLive(ours.token)).toBe(true)
  expectAccepted(session, await signIn(password))
})

test('of ten changes at once one holds', async () => {
  const { password } = ours.form
  const wanted = Array.from({ length: 10 }, (_, index) => `Ilopango#${index}${index}`)
  const answers = await Promise.all(wanted.map((newPassword) => change({ password, newPassword })))
  const held = wanted.filter((_, index) => answers[index]?.status === 200)
  expect(held).toHaveLength(1)
  expectAccepted(session, await signIn(held[0] ?? ''))
})

test.each([
  ['what everybody takes', 'Password1!', 'demasiado conocida'],
  ['what everybody takes, with a year', 'Bienvenido2026!', 'demasiado conocida'],
  ['a word with signs for letters', 'P@ssw0rd', 'demasiado conocida'],
  ['keys side by side', '1qaz@WSX', 'demasiado conocida'],
  ['one of the most common, in other cases', 'Sasha_007', 'demasiado conocida'],
  ['one character again and again', 'Aaaaaaa!', 'Repite demasiado'],
  ['two characters in turns', 'Abab!Abab!', 'Repite demasiado'],
  ['a part of the name and five more', 'PORTÍLLO#2026', 'No uses tu nombre'],
  ['a part of the company’s name', 'Ízalco#2026', 'No uses tu nombre'],
  ['the name', 'Marcela Portillo!', 'No uses tu nombre'],
  ['the company’s name with a year', '#Cafe-Izalco#2026', 'No uses tu nombre'],
])('%s is no password: %s', async (_what, newPassword, complaint) => {
  const { password } = ours.form
  expect(faultsOf(await change({ password, newPassword })).newPassword).toContain(complaint)
  expect(faultsOf(await reset(await aLink(), newPassword)).newPassword).toContain(complaint)
  const form = { ...ours.form, email: 'new@izalco.sv', password: newPassword }
  expect(faultsOf(await t.call('POST', '/auth/sign-up', { body: form })).password).toContain(
    complaint,
  )
})

test('the e-mail is no password, nor what stands before its @', async () => {
  const email = `Ana.Rivas${Math.trunc(Math.random() * 1e6)}@izalco.sv`
  const attempt = (password: string) =>
    t.call('POST', '/auth/sign-up', { body: { ...ours.form, email, password } })
  const local = email.split('@')[0] ?? ''
  for (const password of [email, local, `#${local}2026`]) {
    expect(faultsOf(await attempt(password)).password).toContain('No uses tu nombre')
  }
})

test('the link from the mail sets a new password, once, and ends all sessions', async () => {
  const response = await ask(ours.form.email.toUpperCase())
  expect(response.body).toEqual({
    success: true,
    message: 'Se ha enviado un email de recuperación de contraseña',
    data: null,
  })
  const [link = ''] = await links()
  const done = await reset(link)
  expect(done.body).toEqual({ success: true, message: 'Contraseña Restaurada', data: null })
  expect(await isLive(ours.token)).toBe(false)
  expectAccepted(session, await signIn(fresh))
  expectRefusal(await reset(link, 'Ilamatepec#3'), 400, 'RESET_CODE_INVALID')
  expect(await mails()).toEqual(expect.arrayContaining(['passwordReset', 'passwordChanged']))
})

test('of ten who use one link at once one sets the password', async () => {
  const link = await aLink()
  const wanted = Array.from({ length: 10 }, (_, index) => `Ilopango#${index + 10}`)
  const answers = await Promise.all(wanted.map((password) => reset(link, password)))
  const held = wanted.filter((_, index) => answers[index]?.status === 200)
  expect(held).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(['RESET_CODE_INVALID', 'BUSY']).toContain(answer.body.code)
  }
  expectAccepted(session, await signIn(held[0] ?? ''))
})

test('a link is dead after half an hour, a newer link, or a change of password', async () => {
  const old = await aLink()
  t.wait(30 * minutes)
  expectRefusal(await reset(old), 400, 'RESET_CODE_INVALID')
  const first = await aLink()
  const second = await aLink()
  expect(second).not.toBe(first)
  expectRefusal(await reset(first), 400, 'RESET_CODE_INVALID')
  const now = expectAccepted(session, await signIn(ours.form.password)).token
  await t.call('PATCH', '/users/password', {
    token: now,
    body: { password: ours.form.password, newPassword: fresh },
  })
  expectRefusal(await reset(second), 400, 'RESET_CODE_INVALID')
})

test('a refused password, or a look at the link, does not use it up', async () => {
  const link = await aLink()
  expect(faultsOf(await reset(link, 'short'))).toHaveProperty('newPassword')
  for (const method of ['GET', 'HEAD'] as const) {
    const url = `/api/v1/users/reset-password?code=${link}`
    expect((await t.app.inject({ method, url })).statusCode).toBe(404)
  }
  expect((await reset(link)).status).toBe(200)
  expectRefusal(await reset('never-ours'), 400, 'RESET_CODE_INVALID')
  expect(faultsOf(await reset(''))).toEqual({ code: 'Obligatorio' })
})

test('an unknown e-mail is answered like a known one, and nobody is written to', async () => {
  const before = await t.db.selectFrom('messages').select('id').execute()
  const unknown = await ask('nobody@izalco.sv')
  expect(await t.db.selectFrom('messages').select('id').execute()).toHaveLength(before.length)
  const known = await ask()
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('the database holds no link, only what it hashes to', async () => {
  const link = await aLink()
  const rows = await t.owner.selectFrom('reset_links').selectAll().execute()
  const stored = Buffer.concat(rows.map(({ sha256 }) => sha256))
  expect(stored.includes(Buffer.from(link))).toBe(false)
  expect(stored.includes(Buffer.from(link, 'base64url'))).toBe(false)
})

test('a sign-in that began before a change of password does not end in a session', async () => {
  const matches = vi.spyOn(Passwords.prototype, 'matches')
  const { password } = ours.form
  matches.mockImplementationOnce(async () => {
    await writeHash(await cheapPasswords().hash(fresh))
    return true
  })
  expectRefusal(await signIn(password), 401, 'WRONG_CREDENTIALS')
})

test('a hash made with other parameters is replaced at the next sign-in', async () => {
  const { hash } = await import('@node-rs/argon2')
  const weak = await hash(ours.form.password, { algorithm: 2, memoryCost: 8_192, timeCost: 1 })
  const stored = () =>
    t.owner
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', ours.user._id)
      .executeTakeFirstOrThrow()
  await writeHash(weak)
  expectAccepted(session, await signIn(ours.form.password))
  expect((await stored()).password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expectAccepted(session, await signIn(ours.form.password))
})
