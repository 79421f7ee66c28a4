import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSent } from '#contract/auth.ts'
import { factors, passkeyAnswer } from '#contract/factors.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  addApp,
  beginSignIn,
  codeOfApp,
  createRecoveryCodes,
  enrolPasskey,
  finishSignIn,
  stepUpByKey,
} from '#server/testing/factor-steps.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { softwareKey } from '#server/testing/software-authenticator.ts'
import { stepUp } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

const nextStep = () => t.wait(30_000)
const own = async () => expectAccepted(factors, await ours.call('GET', '/users/factors'))
const ask = (action = 'FACTORS') => ours.call('POST', '/users/step-up', { action })
const withApp = (secret: string) => ({
  password: ours.form.password,
  code: codeOfApp(secret, t.now()),
})

test('somebody new has nothing besides the password, and may add a key', async () => {
  expect(await own()).toEqual({
    passkeys: [],
    totp: null,
    recoveryCodes: null,
    passkeysPossible: true,
    publicUrl: 'http://localhost:3000',
  })
})

test.each(['/users/passkeys/options', '/users/totp', '/users/recovery-codes'])(
  'POST %s asks for the password and a present factor',
  async (path) => {
    const given = await stepUp(ours, 'FACTORS')
    for (const part of [{}, { password: given.password }, { code: given.code }]) {
      expectRefusal(await ours.call('POST', path, part), 401, 'CODE_REQUIRED')
    }
    const wrong = { ...given, password: 'Volcan#2027' }
    expectRefusal(await ours.call('POST', path, wrong), 400, 'WRONG_PASSWORD')
    expect((await ours.call('POST', path, given)).status).toBe(200)
    expectRefusal(await ours.call('POST', path, given), 401, 'WRONG_CODE')
  },
)

test('a passkey is shown, renamed and removed, and its owner hears of it', async () => {
  const key = softwareKey({ synced: true })
  const id = await enrolPasskey(ours, key)
  const path = `/users/passkeys/${id}`
  expect((await own()).passkeys).toMatchObject([{ _id: id, name: 'MacBook', kind: 'SYNCED' }])
  expect(faultsOf(await ours.call('PATCH', path, { name: ' ' }))).toEqual({ name: 'Obligatorio' })
  const renamed = await ours.call('PATCH', path, { name: 'Casa' })
  expect(expectAccepted(passkeyAnswer, renamed).passkey.name).toBe('Casa')
  expectRefusal(await ours.call('DELETE', path), 401, 'CODE_REQUIRED')
  const given = await stepUpByKey(ours, key)
  expect((await ours.call('DELETE', path, given)).status).toBe(200)
  expect((await own()).passkeys).toEqual([])
  expectRefusal(await ours.call('DELETE', path, given), 404, 'NOT_FOUND')
  const mails = await messagesTo(t.db, ours.form.email)
  expect(mails.filter(({ template }) => template === 'factorsChanged')).toHaveLength(2)
})

test('a new factor ends the other sessions', async () => {
  const { email, password } = ours.form
  const body = { email, password }
  const other = (await t.call('POST', '/auth/sign-in', { body })).body.data.token
  await enrolPasskey(ours, softwareKey())
  expectRefusal(await t.call('GET', '/users/factors', { token: other }), 403, 'SESSION_EXPIRED')
})

test('a step-up asks the strongest: app, then key, then mail', async () => {
  expect(expectAccepted(codeSent, await ask())).toMatchObject({ via: 'EMAIL' })
  t.wait(60_000)
  const key = softwareKey({ synced: true })
  await enrolPasskey(ours, key)
  const byKey = expectAccepted(codeSent, await ask())
  expect(byKey).toMatchObject({ via: 'PASSKEY', sentTo: null, options: { rpId: 'localhost' } })
  const secret = await addApp(ours, t.now, await stepUpByKey(ours, key))
  const byApp = expectAccepted(codeSent, await ask())
  expect(byApp).toMatchObject({ via: 'TOTP', sentTo: null, options: { rpId: 'localhost' } })
  nextStep()
  await createRecoveryCodes(ours, withApp(secret))
  expect((await own()).recoveryCodes).toMatchObject({ left: 10, of: 10 })
})

test('an assertion of one act releases no other, and none twice', async () => {
  const key = softwareKey({ synced: true })
  await enrolPasskey(ours, key)
  const given = await stepUpByKey(ours, key, 'CANCEL')
  expectRefusal(await ours.call('POST', '/users/totp', given), 401, 'WRONG_ASSERTION')
  const right = await stepUpByKey(ours, key)
  expect((await ours.call('POST', '/users/totp', right)).status).toBe(200)
  expectRefusal(await ours.call('POST', '/users/totp', right), 401, 'WRONG_ASSERTION')
})

test('an app counts once a code of it was sent back, within ten minutes', async () => {
  const path = '/users/totp/confirm'
  expectRefusal(await ours.call('POST', path, { code: '123456' }), 401, 'WRONG_CODE')
  const { secret } = (await ours.call('POST', '/users/totp', await stepUp(ours, 'FACTORS'))).body
    .data
  expect((await own()).totp).toBeNull()
  t.wait(600_000)
  const late = { code: codeOfApp(secret, t.now()) }
  expectRefusal(await ours.call('POST', path, late), 401, 'WRONG_CODE')
  await addApp(ours, t.now)
  expect((await own()).totp).not.toBeNull()
})

test('the app is taken away by its own code, a lost one by a recovery code', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const { code } = withApp(secret)
  expect((await ours.call('DELETE', '/users/totp', { code })).status).toBe(200)
  expectRefusal(await ours.call('DELETE', '/users/totp', { code }), 404, 'NOT_FOUND')

  // The next code by mail is allowed after a minute.
  t.wait(60_000)
  const lost = await addApp(ours, t.now)
  nextStep()
  const [first = ''] = await createRecoveryCodes(ours, withApp(lost))
  expectRefusal(await ours.call('DELETE', '/users/totp', { code: first }), 401, 'CODE_REQUIRED')
  const given = { password: ours.form.password, code: first }
  expectRefusal(await ours.call('POST', '/users/totp', given), 400, 'VALIDATION')
  expect((await ours.call('DELETE', '/users/totp', given)).status).toBe(200)
  expect((await own()).recoveryCodes).toMatchObject({ left: 9 })
})

test('new recovery codes void those before', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const [old = ''] = await createRecoveryCodes(ours, withApp(secret))
  nextStep()
  const [fresh = ''] = await createRecoveryCodes(ours, withApp(secret))
  const { mfaToken } = await beginSignIn(ours)
  expectRefusal(await finishSignIn(ours, mfaToken, { code: old }), 401, 'WRONG_CODE')
  expect((await finishSignIn(ours, mfaToken, { code: fresh })).status).toBe(200)
})

test.each([
  ['ADMIN', 409],
  ['APPROVER', 409],
  ['PAYROLL', 200],
] as const)('where keys alone move money the last one of %s → %i', async (role, status) => {
  const who = role === 'ADMIN' ? ours : { ...ours, ...(await aMember(t, ours, role)) }
  const key = softwareKey({ synced: true })
  const id = await enrolPasskey(who, key)
  await t.db
    .transaction()
    .execute((trx) => updateCompany(trx, t.macKey, ours.companyId, { strong_only: true }))
  const remove = async () =>
    who.call('DELETE', `/users/passkeys/${id}`, await stepUpByKey(who, key))
  const answer = await remove()
  expect(answer.status).toBe(status)
  if (answer.status === 200) return
  expectRefusal(answer, 409, 'LAST_FACTOR')
  await enrolPasskey(who, softwareKey({ synced: true }), await stepUpByKey(who, key))
  expect((await remove()).status).toBe(200)
})

test('an administrator resets the factors of a member, with a factor of their own', async () => {
  const member = await aMember(t, ours, 'APPROVER')
  const path = `/companies/users/${member.id}/reset-factors`
  expectRefusal(await ours.call('POST', path), 401, 'CODE_REQUIRED')
  const given = await stepUp(ours, 'FACTORS')
  expect((await ours.call('POST', path, given)).status).toBe(200)
  const { factors_reset_at } = await t.owner
    .selectFrom('users')
    .select('factors_reset_at')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(factors_reset_at).not.toBeNull()
  expectRefusal(
    await t.call('GET', '/users/factors', { token: member.token }),
    403,
    'SESSION_EXPIRED',
  )
})

test('an administrator of one minute → resets nobody who was there before', async () => {
  const hourMs = 60 * 60_000
  const joined = t.now().getTime() + 30 * hourMs
  const young = await aMember(t, ours, 'ADMIN', new Date(joined))
  const by = { ...ours, ...young }
  const path = `/companies/users/${ours.user._id}/reset-factors`
  const given = await stepUp(by, 'FACTORS', by.form.email)
  const { data } = expectRefusal(await by.call('POST', path, given), 409, 'APPROVER_TOO_NEW')
  expect(data?.from).toBe(new Date(joined + 24 * hourMs).toISOString())
  expect((await ours.call('GET', '/users/factors')).status).toBe(200)
})

test.each([
  ['a key that is moved', sql`UPDATE passkeys SET user_id = user_id`],
  ['a key that is put back', sql`UPDATE passkeys SET version = version - 1`],
  ['a key that is deleted', sql`DELETE FROM passkeys`],
])('the role of the database does not allow %s', async (_what, statement) => {
  await enrolPasskey(ours, softwareKey())
  await expect(statement.execute(t.db)).rejects.toThrow(/permission denied|does not come back/)
})

test.each([
  ['hidden', { removed_at: new Date() }],
  ['called synced', { backed_up: true }],
  ['put on another counter', { counter: 7n }],
])('a key %s past the program stops its owner, and nobody signs in', async (_what, changes) => {
  const id = await enrolPasskey(ours, softwareKey())
  const sentBefore = await messagesTo(t.db, ours.form.email)
  await t.db.updateTable('passkeys').set(changes).where('id', '=', id).execute()
  expectRefusal(await ours.call('GET', '/users/factors'), 409, 'ACCOUNT_TAMPERED')
  const { email, password } = ours.form
  const body = { email, password }
  expectRefusal(await t.call('POST', '/auth/sign-in', { body }), 409, 'ACCOUNT_TAMPERED')
  expect(JSON.stringify(t.logged())).toContain(`The MAC of passkeys ${id} does not hold`)
  expect(await messagesTo(t.db, email)).toEqual(sentBefore)
})
