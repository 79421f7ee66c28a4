import { beforeEach, expect, test } from 'vitest'
import { codeSent } from '#contract/auth.ts'
import { user } from '#contract/user.ts'
import { testApp } from '#server/testing/app.ts'
import { codeSentTo } from '#server/testing/codes.ts'
import { addApp, codeOfApp, enrolPasskey } from '#server/testing/factor-steps.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { softwareKey } from '#server/testing/software-authenticator.ts'
import { factor, stepUp } from '#server/testing/step-up.ts'

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

const minutes = 60_000
const hours = 60 * minutes

const edit = (body: object) => ours.call('PUT', '/users', body)
const aPhone = () => `+503${Math.trunc(7e7 + Math.random() * 9e6)}`
const wrongFor = (right: string) => (right === '111111' ? '222222' : '111111')
const ask = (action: string) => ours.call('POST', '/users/step-up', { action })

/** Two-factor by text message, as somebody sets it up. */
async function byText(): Promise<string> {
  const phone = aPhone()
  expectAccepted(user, await edit({ phone, ...factor(true, 'SMS') }))
  return phone
}

test.each([
  ['is not switched off', factor(false)],
  ['does not change its channel', { phone: '+50378120946', ...factor(true, 'SMS') }],
  ['does not change its phone', { phone: '+50378120946' }],
])('two-factor %s without password and code', async (_what, wish) => {
  expectAccepted(user, await edit(factor(true)))
  const before = (await edit({})).body.data
  const { password, code } = await stepUp(ours, 'TWO_FACTOR')
  for (const part of [{}, { password }, { code }]) {
    expectRefusal(await edit({ ...wish, ...part }), 401, 'CODE_REQUIRED')
  }
  expectRefusal(await edit({ ...wish, password: 'Volcan#2027', code }), 400, 'WRONG_PASSWORD')
  const wrong = expectRefusal(
    await edit({ ...wish, password, code: wrongFor(code) }),
    401,
    'WRONG_CODE',
  )
  expect(wrong.data).toEqual({ triesLeft: 4 })
  expect((await edit({})).body.data).toEqual(before)
  expect(expectAccepted(user, await edit({ ...wish, password, code }))).not.toEqual(before)
})

test.each([
  ['an app', () => addApp(ours, t.now)],
  ['a key', () => enrolPasskey(ours, softwareKey())],
])('beside %s a session alone sets no phone and switches no message on', async (_name, add) => {
  await add()
  for (const wish of [
    { phone: aPhone() },
    factor(true),
    { phone: aPhone(), ...factor(true, 'SMS') },
  ])
    expectRefusal(await edit(wish), 401, 'CODE_REQUIRED')
  expect((await edit({})).body.data).toMatchObject({ phone: null, ...factor(false) })
})

test('beside an app its code switches messages on', async () => {
  const secret = await addApp(ours, t.now)
  t.wait(30_000)
  const { password } = ours.form
  const given = { password, code: codeOfApp(secret, t.now()) }
  expectAccepted(user, await edit({ phone: aPhone(), ...factor(true, 'SMS'), ...given }))
})

test('a code changes one thing once', async () => {
  expectAccepted(user, await edit(factor(true)))
  const given = await stepUp(ours, 'TWO_FACTOR')
  expectAccepted(user, await edit({ ...factor(false), ...given }))
  expectAccepted(user, await edit(factor(true)))
  const again = expectRefusal(await edit({ ...factor(false), ...given }), 401, 'WRONG_CODE')
  expect(again.data).toEqual({ triesLeft: 0 })
})

test('a code of one action does nothing for another', async () => {
  expectAccepted(user, await edit(factor(true)))
  const given = await stepUp(ours, 'CANCEL')
  expectRefusal(await edit({ ...factor(false), ...given }), 401, 'WRONG_CODE')
})

test('names and the same factor again need no code', async () => {
  expectAccepted(user, await edit(factor(true)))
  expectAccepted(user, await edit({ firstName: 'Ana María', ...factor(true) }))
})

test('a code goes by the present factor, without two-factor to the e-mail', async () => {
  const phone = aPhone()
  // A channel chosen while two-factor is off does not count.
  expectAccepted(user, await edit({ phone, ...factor(false, 'SMS') }))
  const first = expectAccepted(codeSent, await ask('TWO_FACTOR'))
  expect(first).toEqual({ via: 'EMAIL', sentTo: `${ours.form.email[0]}•••@izalco.sv` })
  expectAccepted(user, await edit(factor(true, 'SMS')))
  t.wait(24 * hours)
  ours = { ...ours, ...(await signedInByText(phone)) }
  const second = expectAccepted(codeSent, await ask('TWO_FACTOR'))
  expect(second).toEqual({ via: 'SMS', sentTo: `+503••••${phone.slice(-4)}` })
})

test('who changes the factor with a stolen code gets no code for a day', async () => {
  await byText()
  const { via } = expectAccepted(codeSent, await ask('FACTORS'))
  expect(via).toBe('EMAIL')
})

test('a code is dead after ten minutes and after five wrong ones', async () => {
  expectAccepted(user, await edit(factor(true)))
  const late = await stepUp(ours, 'TWO_FACTOR')
  t.wait(10 * minutes)
  expectRefusal(await edit({ ...factor(false), ...late }), 401, 'WRONG_CODE')
  const { password, code } = await stepUp(ours, 'TWO_FACTOR')
  const left = []
  for (let i = 0; i < 6; i++) {
    const wrong = await edit({ ...factor(false), password, code: wrongFor(code) })
    left.push(expectRefusal(wrong, 401, 'WRONG_CODE').data?.triesLeft)
  }
  expect(left).toEqual([4, 3, 2, 1, 0, 0])
  expectRefusal(await edit({ ...factor(false), password, code }), 401, 'WRONG_CODE')
})

test('a code is sent once a minute, and for a known action only', async () => {
  expectAccepted(codeSent, await ask('FACTORS'))
  expectRefusal(await ask('FACTORS'), 429, 'RATE_LIMITED')
  expectAccepted(codeSent, await ask('TWO_FACTOR'))
  expect(faultsOf(await ask('EVERYTHING'))).toEqual({ action: 'Formato inválido' })
  expect(faultsOf(await ours.call('POST', '/users/step-up', {}))).toEqual({
    action: 'Obligatorio',
  })
})

test('a password changed meanwhile spends no code', async () => {
  expectAccepted(user, await edit(factor(true)))
  const given = await stepUp(ours, 'TWO_FACTOR')
  const body = { password: ours.form.password, newPassword: 'Ilopango#27' }
  expect((await ours.call('PATCH', '/users/password', body)).status).toBe(200)
  expectRefusal(await edit({ ...factor(false), ...given }), 400, 'WRONG_PASSWORD')
  expectAccepted(user, await edit({ ...factor(false), ...given, password: body.newPassword }))
})

test('a session guesses the password ten times an hour, and no other waits', async () => {
  const strict = await testApp({ config: { sandbox: false } })
  const company = await aCompany(strict)
  const { email, password } = company.form
  const signedIn = await strict.call('POST', '/auth/sign-in', { body: { email, password } })
  const guess = () =>
    company.call('PATCH', '/users/password', { password: 'Wrong#2026', newPassword: 'Ilopango#27' })
  for (let i = 0; i < 10; i++) expectRefusal(await guess(), 400, 'WRONG_PASSWORD')
  expectRefusal(await guess(), 429, 'RATE_LIMITED')
  const { token } = signedIn.body.data
  const body = { password, newPassword: 'Ilopango#27' }
  expect((await strict.call('PATCH', '/users/password', { token, body })).status).toBe(200)
  await strict.stop()
})

/** A new session, because the one before has ended. */
async function signedInByText(phone: string) {
  const { email, password } = ours.form
  const started = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const { mfaToken } = started.body.data
  const code = await codeSentTo(t.db, phone)
  const body = { email, mfaToken, code }
  const { token } = (await t.call('POST', '/auth/sign-in/mfa', { body })).body.data
  const call: TestCompany['call'] = (method, path, body, options = {}) =>
    t.call(method, path, { token, body, ...options })
  return { token, call }
}
