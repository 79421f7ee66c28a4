import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { aCompany, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { resetTwoFactor } from './two-factor-reset.ts'

const t = await appForFile()

test('the operator lets in a user without the phone; sessions end, both channels hear', async () => {
  const { form, token, call } = await aCompany(t)
  const phone = `+503${Math.trunc(7e7 + Math.random() * 9e6)}`
  const twoFactorAuthentication = { enabled: true, via: 'SMS' }
  await call('PUT', '/users', { phone, preferences: { twoFactorAuthentication } })

  const context = { ...t, now: new Date(), smsConfigured: true }
  expect(await resetTwoFactor(t.db, 'nobody@izalco.sv', context)).toBe('NOBODY')
  expect(await resetTwoFactor(t.db, form.email.toUpperCase(), context)).toBe('DONE')

  expect((await t.call('GET', '/companies/company', { token })).status).toBe(403)
  const { email, password } = form
  const answer = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const { user } = expectAccepted(session, answer)
  expect(user.preferences.twoFactorAuthentication).toEqual({ enabled: false, via: 'EMAIL' })
  const messages = await t.db
    .selectFrom('messages')
    .select(['recipient', 'template'])
    .where('recipient', 'in', [email, phone])
    .where('template', '=', 'factorChanged')
    .execute()
  // The user was notified when it was switched on and again now, by mail and by text message.
  expect(messages.map(({ recipient }) => recipient).sort()).toEqual(
    [phone, phone, email, email].sort(),
  )
})
