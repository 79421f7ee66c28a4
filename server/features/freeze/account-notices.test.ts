import { expect, test } from 'vitest'
import { refreshedToken, session, sessionList } from '#contract/auth.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { anotherAdministrator, expectLink, linksIn, mailsOf } from '#server/testing/notice-steps.ts'

const t = await appForFile({ config: { trustProxy: 'loopback' } })

const day = 24 * 60 * 60_000
let networks = 0
const somewhere = () => `203.0.113.${++networks}`
const signIn = ({ form: { email, password } }: TestCompany, ip: string, wrong = false) =>
  t.call('POST', '/auth/sign-in', {
    body: { email, password: wrong ? 'Wrong#2026' : password },
    headers: { 'x-forwarded-for': ip },
  })

/** The alarms that every administrator got; each has a link of its own. */
async function alarms(ours: TestCompany, english: string) {
  const [mine, theirs] = [
    await mailsOf(t.db, ours.form.email, 'accountAlarm'),
    await mailsOf(t.db, english, 'accountAlarm'),
  ]
  expect(theirs).toHaveLength(mine.length)
  for (const { text } of [...mine, ...theirs]) await expectLink(t, text)
  return mine.map(({ subject }) => subject)
}

test('a sign-in from a new network within a day of a failure → a notice to all', async () => {
  const ours = await aCompany(t)
  const english = await anotherAdministrator(t.db, ours, 'en')
  const known = somewhere()
  expectAccepted(session, await signIn(ours, known))
  expectRefusal(await signIn(ours, somewhere(), true), 401, 'WRONG_CREDENTIALS')
  expectAccepted(session, await signIn(ours, known))
  expect(await alarms(ours, english)).toEqual([])
  const ip = somewhere()
  expectAccepted(session, await signIn(ours, ip))
  expect(await alarms(ours, english)).toEqual([
    'Entraron desde una red nueva tras intentos fallidos',
  ])
  const [mail] = await mailsOf(t.db, ours.form.email, 'accountAlarm')
  expect(mail?.text).toContain(`Dirección IP: ${ip}`)
})

test('a sign-in from a new network without failures → no alarm', async () => {
  const ours = await aCompany(t)
  expectAccepted(session, await signIn(ours, somewhere()))
  expectRefusal(await signIn(ours, somewhere(), true), 401, 'WRONG_CREDENTIALS')
  t.wait(day)
  expectAccepted(session, await signIn(ours, somewhere()))
  expect(await mailsOf(t.db, ours.form.email, 'accountAlarm')).toEqual([])
})

test('a replaced token used again → its session ends and one alarm goes out', async () => {
  const ours = await aCompany(t)
  const english = await anotherAdministrator(t.db, ours, 'en')
  expectAccepted(refreshedToken, await ours.call('GET', '/auth/refresh-token'))
  t.wait(61_000)
  const again = () => ours.call('GET', '/companies/company')
  for (const answer of await Promise.all([again(), again(), again()])) {
    expectRefusal(answer, 403, 'SESSION_EXPIRED')
  }
  expect(await alarms(ours, english)).toEqual(['Se usó una clave de sesión que ya no servía'])
})

test('thirty wrong codes → an alarm that the codes are locked', async () => {
  const ours = await aCompany(t)
  const english = await anotherAdministrator(t.db, ours, 'en')
  for (let sent = 0; sent < 6; sent++) {
    expect(await alarms(ours, english)).toEqual([])
    t.wait(61_000)
    await ours.call('POST', '/users/contact-code', { channel: 'EMAIL' })
    const right = await codeSentTo(t.db, ours.form.email)
    const body = { channel: 'EMAIL', code: right === '111111' ? '222222' : '111111' }
    for (let tries = 0; tries < 5; tries++) await ours.call('POST', '/users/contact', body)
  }
  expect(await alarms(ours, english)).toEqual(['Se bloquearon los códigos de una cuenta'])
})

test('another session ended → an alarm; one’s own → none', async () => {
  const ours = await aCompany(t)
  const english = await anotherAdministrator(t.db, ours, 'en')
  const { token } = expectAccepted(session, await signIn(ours, somewhere()))
  const list = await t.call('GET', '/auth/sessions', { token })
  const { sessions } = expectAccepted(sessionList, list)
  const other = sessions.find(({ current }) => !current)?._id
  const own = sessions.find(({ current }) => current)?._id
  const body = { password: ours.form.password }
  expect((await t.call('DELETE', `/auth/sessions/${other}`, { token, body })).status).toBe(200)
  expect((await t.call('DELETE', `/auth/sessions/${own}`, { token, body: {} })).status).toBe(200)
  expect(await alarms(ours, english)).toEqual(['Se cerró una sesión desde otra'])
})

test('codes and account mails → each has a link; a contact’s code has none', async () => {
  const ours = await aCompany(t)
  const { email, password } = ours.form
  const newPassword = 'Ilopango#27'
  await ours.call('PATCH', '/users/password', { password, newPassword })
  await ours.call('POST', '/users/reset-password', { email })
  await ours.call('PUT', '/companies', { approval: { overUsd: 100, changedAddresses: true } })
  await ours.call('PUT', '/users', { phone: '+50370001234' })
  await ours.call('POST', '/users/step-up', { action: 'FACTORS' })
  await changeUser(t.db, ours, { two_factor_enabled: true })
  await t.call('POST', '/auth/sign-in', { body: { email, password: newPassword } })
  const [atSignUp, ...sent] = await messagesTo(t.db, email)
  expect(atSignUp?.template).toBe('contactCode')
  expect(linksIn(atSignUp?.text ?? '')).toEqual([])
  expect(sent.map(({ template }) => template)).toEqual([
    'passwordChanged',
    'passwordReset',
    'approvalSettingsChanged',
    'phoneChanged',
    'stepUpCode',
    'signInCode',
  ])
  for (const { text } of sent) await expectLink(t, text)

  await ours.call('POST', '/users/contact-code', { channel: 'EMAIL' })
  const contact = (await messagesTo(t.db, email)).at(-1)
  expect(contact?.template).toBe('contactCode')
  expect(linksIn(contact?.text ?? '')).toEqual([])
})
