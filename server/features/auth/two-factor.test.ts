import { beforeEach, expect, test } from 'vitest'
import { codeSent, mfaStarted, session } from '#contract/auth.ts'
import { user } from '#contract/user.ts'
import { testApp } from '#server/testing/app.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { factor, stepUp } from '#server/testing/step-up.ts'

const t = await appForFile()
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

const seconds = 1_000
const minutes = 60 * seconds

const turnOn = (company = ours) => company.call('PUT', '/users', factor(true))
const signIn = ({ form } = ours) =>
  t.call('POST', '/auth/sign-in', { body: { email: form.email, password: form.password } })
const begin = async () => expectAccepted(mfaStarted, await signIn())
const finish = (mfaToken: string, code: string, email = ours.form.email) =>
  t.call('POST', '/auth/sign-in/mfa', { body: { email, mfaToken, code } })
const resend = (mfaToken: string, more: object = {}) =>
  t.call('POST', '/auth/sign-in/mfa/resend', {
    body: { email: ours.form.email, mfaToken, ...more },
  })
const isLive = async (token: string) =>
  (await t.call('GET', '/companies/company', { token })).status === 200
const code = () => codeSentTo(t.db, ours.form.email)
const wrongFor = (right: string) => (right === '111111' ? '222222' : '111111')
const sentTo = (recipient: string) =>
  t.db
    .selectFrom('messages')
    .select(['template', 'via'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute()

test('with two-factor on the password opens nothing; the code from the mail does, once', async () => {
  await turnOn()
  const started = await begin()
  expect(started).toEqual({
    mfaToken: expect.stringMatching(/^[\w-]{43}$/),
    via: 'EMAIL',
    sentTo: `${ours.form.email[0]}•••@izalco.sv`,
    factors: ['EMAIL'],
  })
  expectRefusal(
    await t.call('GET', '/companies/company', { token: started.mfaToken }),
    403,
    'SESSION_EXPIRED',
  )
  const right = await code()
  const { token, user } = expectAccepted(session, await finish(started.mfaToken, right))
  expect(user.preferences.twoFactorAuthentication).toEqual({ enabled: true, via: 'EMAIL' })
  expect(await isLive(token)).toBe(true)
  expectRefusal(await finish(started.mfaToken, right), 401, 'MFA_EXPIRED')
})

test('of twenty who send the right code at once one is signed in', async () => {
  await turnOn()
  const { mfaToken } = await begin()
  const right = await code()
  const answers = await Promise.all(Array.from({ length: 20 }, () => finish(mfaToken, right)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('five wrong codes end the challenge, new codes or not, and a sixth is ignored', async () => {
  await turnOn()
  const { mfaToken } = await begin()
  for (let i = 0; i < 4; i++)
    expectRefusal(await finish(mfaToken, wrongFor(await code())), 401, 'WRONG_CODE')
  t.wait(60 * seconds)
  expectAccepted(codeSent, await resend(mfaToken))
  expectRefusal(await finish(mfaToken, wrongFor(await code())), 401, 'WRONG_CODE')
  expectRefusal(await finish(mfaToken, await code()), 401, 'MFA_EXPIRED')
  expectRefusal(await resend(mfaToken), 401, 'MFA_EXPIRED')
})

test('a challenge lives ten minutes, for its own user, and takes its own token', async () => {
  await turnOn()
  const { mfaToken } = await begin()
  const right = await code()
  const other = await aCompany(t)
  expectRefusal(await finish(mfaToken, right, other.form.email), 401, 'MFA_EXPIRED')
  expectRefusal(await finish('never-ours', right), 401, 'MFA_EXPIRED')
  t.wait(10 * minutes)
  expectRefusal(await finish(mfaToken, right), 401, 'MFA_EXPIRED')
})

test('a new code voids the one before; a minute apart, and three times', async () => {
  await turnOn()
  const { mfaToken } = await begin()
  const first = await code()
  const early = await resend(mfaToken)
  expectRefusal(early, 429, 'RATE_LIMITED')
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  for (let i = 0; i < 3; i++) {
    t.wait(61 * seconds)
    expectAccepted(codeSent, await resend(mfaToken))
  }
  t.wait(61 * seconds)
  expectRefusal(await resend(mfaToken), 429, 'RATE_LIMITED')
  const last = await code()
  if (first !== last) expectRefusal(await finish(mfaToken, first), 401, 'WRONG_CODE')
  expectAccepted(session, await finish(mfaToken, last))
})

test('an SMS factor is exchanged for no e-mail, nor the other way round', async () => {
  const phone = `+503${Math.trunc(7e7 + Math.random() * 9e6)}`
  expectAccepted(user, await ours.call('PUT', '/users', { phone, ...factor(true, 'SMS') }))
  const byText = await begin()
  expect(byText).toMatchObject({ via: 'SMS', sentTo: `+503••••${phone.slice(-4)}` })
  t.wait(60 * seconds)
  const mails = await sentTo(ours.form.email)
  expect(faultsOf(await resend(byText.mfaToken, { via: 'EMAIL' }))).toEqual({
    via: 'Formato inválido',
  })
  expect(await sentTo(ours.form.email)).toEqual(mails)
  const { via } = expectAccepted(codeSent, await resend(byText.mfaToken, { via: 'SMS' }))
  expect(via).toBe('SMS')
  expectAccepted(session, await finish(byText.mfaToken, await codeSentTo(t.db, phone)))

  ours = await aCompany(t)
  await turnOn()
  const { mfaToken } = await begin()
  t.wait(60 * seconds)
  expect(faultsOf(await resend(mfaToken, { via: 'SMS' }))).toEqual({ via: 'Formato inválido' })
  expectAccepted(codeSent, await resend(mfaToken, { via: 'EMAIL' }))
})

test('a code is six digits, blanks between them aside', async () => {
  await turnOn()
  const { mfaToken } = await begin()
  expect(faultsOf(await finish(mfaToken, ''))).toEqual({ code: 'Obligatorio' })
  expect(faultsOf(await finish(mfaToken, '12345'))).toEqual({
    code: 'El código tiene seis dígitos',
  })
  const right = await code()
  expectAccepted(session, await finish(mfaToken, ` ${right.slice(0, 3)} ${right.slice(3)} `))
})

test('wrong codes lock the second factor for an hour, right password or not', async () => {
  await turnOn()
  for (let round = 0; round < 6; round++) {
    const { mfaToken } = await begin()
    const wrong = wrongFor(await code())
    for (let i = 0; i < 5; i++) await finish(mfaToken, wrong)
    t.wait(minutes)
  }
  const locked = await signIn()
  expectRefusal(locked, 429, 'RATE_LIMITED')
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(3_000)
  t.wait(60 * minutes)
  const { mfaToken } = await begin()
  expectAccepted(session, await finish(mfaToken, await code()))
})

longTest('a hundred wrong codes in a row block sign-in until a new password is set', async () => {
  await turnOn()
  for (let round = 0; round < 20; round++) {
    const { mfaToken } = await begin()
    const wrong = wrongFor(await code())
    for (let i = 0; i < 5; i++) await finish(mfaToken, wrong)
    t.wait(15 * minutes)
  }
  expectRefusal(await signIn(), 401, 'SIGN_IN_BLOCKED')
  t.wait(48 * 60 * minutes)
  expectRefusal(await signIn(), 401, 'SIGN_IN_BLOCKED')
  const { email } = ours.form
  await t.call('POST', '/users/reset-password', { body: { email } })
  const sent = await messagesTo(t.db, email)
  const reset = sent.find(({ template }) => template === 'passwordReset')
  const link = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1]
  const done = await t.call('PATCH', `/users/reset-password?code=${link}`, {
    body: { newPassword: 'Ilopango#27' },
  })
  expect(done.status).toBe(200)
  const again = await t.call('POST', '/auth/sign-in', { body: { email, password: 'Ilopango#27' } })
  expectAccepted(mfaStarted, again)
})

test('turning two-factor on ends the other sessions and what was half-way begun', async () => {
  const other = expectAccepted(session, await signIn()).token
  await turnOn()
  expect([await isLive(ours.token), await isLive(other)]).toEqual([true, false])
  const { mfaToken } = await begin()
  const right = await code()
  const given = await stepUp(ours, 'TWO_FACTOR')
  const off = await ours.call('PUT', '/users', { ...factor(false), ...given })
  expect(off.body.message).toBe('Autenticación de dos pasos Desactivada')
  expectRefusal(await finish(mfaToken, right), 401, 'MFA_EXPIRED')
  expectAccepted(session, await signIn())
})

test('a change of channel is notified to the old and the new one', async () => {
  const [first, second] = ['+50370001111', '+50370002222'].map(
    (phone) => `${phone}${Math.trunc(Math.random() * 99)}`,
  ) as [string, string]
  const on = await ours.call('PUT', '/users', { phone: first, ...factor(true, 'SMS') })
  expect(on.body.message).toBe('Autenticación de dos pasos Actualizada')
  expect((await sentTo(first)).map(({ template }) => template)).toEqual(['factorChanged'])
  const given = await stepUp(ours, 'TWO_FACTOR')
  expectAccepted(user, await ours.call('PUT', '/users', { phone: second, ...given }))
  expect((await sentTo(first)).map(({ template }) => template).at(-1)).toBe('phoneChanged')
  expect((await sentTo(second)).map(({ template }) => template)).toEqual(['phoneChanged'])
  const mails = (await sentTo(ours.form.email)).map(({ template }) => template).sort()
  const notices = ['factorChanged', 'phoneChanged', 'phoneChanged']
  expect(mails).toEqual(['contactCode', ...notices, 'stepUpCode'])
})

test('text messages want a phone, and a service that sends them', async () => {
  expect(faultsOf(await ours.call('PUT', '/users', factor(true, 'SMS')))).toEqual({
    phone: 'Obligatorio',
  })
  expect(faultsOf(await ours.call('PUT', '/users', { phone: '503 7000' }))).toHaveProperty('phone')
  const yes = { preferences: { twoFactorAuthentication: { enabled: 'yes' } } }
  expect(Object.keys(faultsOf(await ours.call('PUT', '/users', yes)))).toEqual([
    'preferences.twoFactorAuthentication.enabled',
  ])

  const mute = await testApp({ smsConfigured: false })
  const company = await aCompany(mute)
  const input = { phone: '+50370001234', ...factor(true, 'SMS') }
  expectRefusal(await company.call('PUT', '/users', input), 409, 'SMS_NOT_CONFIGURED')
  expectAccepted(user, await company.call('PUT', '/users', factor(true)))
  await mute.stop()
})

test('a sign-in from a new browser is notified, its next version is not', async () => {
  const { email, password } = ours.form
  const from = (agent: string) =>
    t.call('POST', '/auth/sign-in', {
      body: { email, password },
      headers: { 'user-agent': agent },
    })
  await from('Firefox/140.0')
  await from('Firefox/141.0.2')
  expect((await sentTo(email)).map(({ template }) => template)).toEqual([
    'contactCode',
    'newDevice',
  ])
  await from('Safari/18')
  expect(await sentTo(email)).toHaveLength(3)
})
