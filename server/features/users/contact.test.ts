import { beforeEach, expect, test } from 'vitest'
import { codeSent, session } from '#contract/auth.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent } from '#contract/users.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { confirmEmail, stepUp } from '#server/testing/step-up.ts'

let ours: TestCompany
const t = await appForFile({ config: { sandbox: false } })
beforeEach(async () => {
  t.wait(3_600_000)
  ours = await aCompany(t)
})

const askCode = (body: object) => ours.call('POST', '/users/contact-code', body)
const confirm = (channel: 'EMAIL' | 'SMS', code: string) =>
  ours.call('POST', '/users/contact', { channel, code })
const me = async () => expectAccepted(user, await ours.call('PUT', '/users', {}))
const anEmail = () => `${crypto.randomUUID()}@izalco.sv`
const aPhone = () => `+503${Math.trunc(7e7 + Math.random() * 9e6)}`
const wrongFor = (right: string) => (right === '111111' ? '222222' : '111111')
const factor = (enabled: boolean, via: 'EMAIL' | 'SMS' = 'EMAIL') => ({
  preferences: { twoFactorAuthentication: { enabled, via } },
})

test('the code that came to the e-mail confirms it', async () => {
  expect(await me()).toMatchObject({ emailVerified: false, phoneVerified: false })
  const { sentTo } = expectAccepted(contactCodeSent, await askCode({ channel: 'EMAIL' }))
  expect(sentTo).toBe(`${ours.form.email[0]}•••@izalco.sv`)
  expectRefusal(await askCode({ channel: 'EMAIL' }), 429, 'RATE_LIMITED')
  const code = await codeSentTo(t.db, ours.form.email)
  const wrong = expectRefusal(await confirm('EMAIL', wrongFor(code)), 401, 'WRONG_CODE')
  expect(wrong.data).toEqual({ triesLeft: 4 })
  expect(expectAccepted(user, await confirm('EMAIL', code)).emailVerified).toBe(true)
  expectRefusal(await confirm('EMAIL', code), 401, 'WRONG_CODE')
})

test('the code mailed at sign-up confirms the e-mail', async () => {
  const code = await codeSentTo(t.db, ours.form.email)
  const wrong = expectRefusal(await confirm('EMAIL', wrongFor(code)), 401, 'WRONG_CODE')
  expect(wrong.data).toEqual({ triesLeft: 4 })
  expect(expectAccepted(user, await confirm('EMAIL', code)).emailVerified).toBe(true)
})

test('right after sign-up another code is sent at once, and the first is void', async () => {
  const first = await codeSentTo(t.db, ours.form.email)
  expectAccepted(contactCodeSent, await askCode({ channel: 'EMAIL' }))
  expectRefusal(await askCode({ channel: 'EMAIL' }), 429, 'RATE_LIMITED')
  const code = await codeSentTo(t.db, ours.form.email)
  if (first !== code) expectRefusal(await confirm('EMAIL', first), 401, 'WRONG_CODE')
  expect(expectAccepted(user, await confirm('EMAIL', code)).emailVerified).toBe(true)
})

test('a code of sign-up that was mailed to a slip confirms nothing after the change', async () => {
  const value = anEmail()
  const first = await codeSentTo(t.db, ours.form.email)
  const { password } = ours.form
  expectAccepted(contactCodeSent, await askCode({ channel: 'EMAIL', value, password }))
  const code = await codeSentTo(t.db, value)
  if (first !== code) expectRefusal(await confirm('EMAIL', first), 401, 'WRONG_CODE')
  expect(expectAccepted(user, await confirm('EMAIL', code))).toMatchObject({
    email: value,
    emailVerified: true,
  })
})

test('an e-mail that was never confirmed is changed by the password alone', async () => {
  const value = anEmail()
  const wish = { channel: 'EMAIL', value }
  expectRefusal(await askCode(wish), 401, 'CODE_REQUIRED')
  expectRefusal(await askCode({ ...wish, password: 'Wrong#2026' }), 400, 'WRONG_PASSWORD')
  expectAccepted(contactCodeSent, await askCode({ ...wish, password: ours.form.password }))
  expect((await me()).email).toBe(ours.form.email)
  const changed = expectAccepted(user, await confirm('EMAIL', await codeSentTo(t.db, value)))
  expect(changed).toMatchObject({ email: value, emailVerified: true })
  const body = { email: value, password: ours.form.password }
  expectAccepted(session, await t.call('POST', '/auth/sign-in', { body }))
})

test('a confirmed e-mail is changed by password and code; the old one hears of it', async () => {
  await confirmEmail(ours)
  const { email, password } = ours.form
  const other = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const { token } = expectAccepted(session, other)
  await t.call('POST', '/users/reset-password', { body: { email } })
  const value = anEmail()
  const wish = { channel: 'EMAIL', value }
  expectRefusal(await askCode({ ...wish, password }), 401, 'CODE_REQUIRED')
  t.wait(61_000)
  const given = await stepUp(ours, 'CONTACT')
  expectAccepted(contactCodeSent, await askCode({ ...wish, ...given }))
  const changed = expectAccepted(user, await confirm('EMAIL', await codeSentTo(t.db, value)))
  expect(changed).toMatchObject({ email: value, emailVerified: true })

  expect((await t.call('GET', '/companies/company', { token })).status).toBe(403)
  expect((await ours.call('GET', '/companies/company')).status).toBe(200)
  const links = await t.owner
    .selectFrom('reset_links')
    .select('user_id')
    .where('user_id', '=', ours.user._id)
    .execute()
  expect(links).toEqual([])
  const messages = await t.owner
    .selectFrom('messages')
    .select('recipient')
    .where('company_id', '=', ours.companyId)
    .where('template', '=', 'emailChanged')
    .execute()
  expect(messages).toEqual([{ recipient: email }])
  // For a day codes still go to the former contact.
  const sent = expectAccepted(
    codeSent,
    await ours.call('POST', '/users/step-up', { action: 'FACTORS' }),
  )
  expect(sent.sentTo).toBe(`${email[0]}•••@izalco.sv`)
})

test('an e-mail that somebody has is not taken, nor between code and confirmation', async () => {
  const { email } = (await aCompany(t)).form
  const { password } = ours.form
  const taken = { channel: 'EMAIL', value: email.toUpperCase(), password }
  expectRefusal(await askCode(taken), 409, 'EMAIL_TAKEN')
  const value = anEmail()
  expectAccepted(contactCodeSent, await askCode({ channel: 'EMAIL', value, password }))
  const code = await codeSentTo(t.db, value)
  await aCompany(t, { email: value })
  expectRefusal(await confirm('EMAIL', code), 409, 'EMAIL_TAKEN')
  expect((await me()).email).toBe(ours.form.email)
})

test('a phone is confirmed by a message, and a new one takes password and code', async () => {
  const value = aPhone()
  expect(faultsOf(await askCode({ channel: 'SMS' }))).toEqual({ value: 'Obligatorio' })
  expect(faultsOf(await askCode({ channel: 'SMS', value: '7012' }))).toHaveProperty('value')
  expect(faultsOf(await askCode({ channel: 'EMAIL', value: '7012' }))).toHaveProperty('value')
  expectRefusal(await askCode({ channel: 'SMS', value }), 401, 'CODE_REQUIRED')
  const given = await stepUp(ours, 'CONTACT')
  const spaced = `${value.slice(0, 4)} ${value.slice(4, 8)}-${value.slice(8)}`
  expectAccepted(contactCodeSent, await askCode({ channel: 'SMS', value: spaced, ...given }))
  const changed = expectAccepted(user, await confirm('SMS', await codeSentTo(t.db, value)))
  expect(changed).toMatchObject({ phone: value, phoneVerified: true })
  expect(expectAccepted(user, await ours.call('PUT', '/users', { phone: aPhone() }))).toMatchObject(
    {
      phoneVerified: false,
    },
  )
})

test('a code for the old phone does not bring it back after a change', async () => {
  const old = aPhone()
  expectAccepted(user, await ours.call('PUT', '/users', { phone: old }))
  expectAccepted(contactCodeSent, await askCode({ channel: 'SMS' }))
  const code = await codeSentTo(t.db, old)
  expectAccepted(user, await ours.call('PUT', '/users', { phone: aPhone() }))
  expectRefusal(await confirm('SMS', code), 401, 'WRONG_CODE')
})

test('outside the sandbox two-factor goes on over a confirmed channel only', async () => {
  const phone = aPhone()
  for (const wish of [factor(true), { phone, ...factor(true, 'SMS') }]) {
    expectRefusal(await ours.call('PUT', '/users', wish), 409, 'CHANNEL_NOT_CONFIRMED')
  }
  await confirmEmail(ours)
  expectAccepted(user, await ours.call('PUT', '/users', factor(true)))
})

test('a reset link that is used confirms the e-mail', async () => {
  const { email } = ours.form
  await t.call('POST', '/users/reset-password', { body: { email } })
  const sent = await messagesTo(t.db, email)
  const text = sent.find(({ template }) => template === 'passwordReset')?.text ?? ''
  const link = /token=([\w-]+)/.exec(text)?.[1]
  const newPassword = 'Ilopango#27'
  await t.call('PATCH', `/users/reset-password?code=${link}`, { body: { newPassword } })
  const again = await t.call('POST', '/auth/sign-in', { body: { email, password: newPassword } })
  expect(expectAccepted(session, again).user.emailVerified).toBe(true)
})

test('outside the sandbox no money leaves before the e-mail is confirmed', async () => {
  const { _id } = await aPayroll(ours)
  const pay = () => ours.call('POST', `/companies/payrolls/${_id}/run-payment`, {})
  const withdraw = () =>
    ours.call('POST', `/companies/payrolls/${_id}/withdraw-funds`, { address: anAddress() })
  const problems = async () => {
    const { body } = await ours.call('GET', `/companies/payrolls/${_id}/payment-preview`)
    return body.data.problems.map(({ code }: { code: string }) => code)
  }
  expectRefusal(await pay(), 409, 'EMAIL_NOT_VERIFIED')
  expectRefusal(await withdraw(), 409, 'EMAIL_NOT_VERIFIED')
  expect((await problems())[0]).toBe('EMAIL_NOT_VERIFIED')
  await confirmEmail(ours)
  for (const answer of [await pay(), await withdraw()]) {
    expect(answer.body.code).not.toBe('EMAIL_NOT_VERIFIED')
  }
  expect(await problems()).not.toContain('EMAIL_NOT_VERIFIED')
})
