import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { codeSent } from '#contract/auth.ts'
import type { User } from '#contract/user.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent } from '#contract/users.ts'
import { keepSession, useSignedInUser } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const factor = (enabled: boolean, via: 'EMAIL' | 'SMS' = 'EMAIL') => ({
  preferences: { twoFactorAuthentication: { enabled, via } },
})

function Section() {
  const signedIn = useSignedInUser()
  return signedIn && <TwoFactorSection user={signedIn} />
}

function showSection(changes: Partial<User>) {
  keepSession({ token: 'token', user: makeUser({ ...factor(false), ...changes }) })
  return show(<Section />)
}

const theSwitch = () => screen.getByRole('switch', { name: t('security.twoFactor.title') })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: t('ui.form.save') })
const word = () => screen.getByRole('status').textContent
const code = () => screen.findByRole<HTMLInputElement>('textbox', { name: t('ui.code.title') })

test('it is switched on → it says so only once it is saved', async () => {
  const { person } = showSection({})
  expect(word()).toBe('DESACTIVADA')
  await person.click(theSwitch())
  expect(word()).toBe('Sin guardar')
  server.answer('PUT', '/users', user, makeUser(factor(true)))
  await person.click(save())
  await waitFor(() => expect(word()).toBe('ACTIVADA'))
  expect(server.requests('PUT', '/users')[0]?.body).toEqual(factor(true))
})

test('the e-mail is not confirmed → its code is asked for before anything is saved', async () => {
  const { person } = showSection({ emailVerified: false })
  await person.click(theSwitch())
  expect(screen.getByText(t('security.twoFactor.confirmFirst'))).toBeTruthy()
  server.answer('POST', '/users/contact-code', contactCodeSent, { sentTo: 'a•••@empresa.test' })
  await person.click(save())
  expect(await screen.findByText('a•••@empresa.test')).toBeTruthy()
  expect(server.requests('PUT', '/users')).toHaveLength(0)
  server.answer('POST', '/users/contact', user, makeUser(factor(false)))
  server.answer('PUT', '/users', user, makeUser(factor(true)))
  await person.type(await code(), '407182')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(word()).toBe('ACTIVADA'))
})

test('the code is given up → two-factor stays off and unsaved', async () => {
  const { person } = showSection({ emailVerified: false })
  await person.click(theSwitch())
  server.answer('POST', '/users/contact-code', contactCodeSent, { sentTo: 'a•••@empresa.test' })
  await person.click(save())
  await code()
  await person.click(screen.getByRole('button', { name: t('ui.form.cancel') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(word()).toBe('Sin guardar')
  expect(server.requests('PUT', '/users')).toHaveLength(0)
})

test('text messages want a phone, and a new one its code', async () => {
  const { person } = showSection({})
  await person.click(theSwitch())
  await person.click(screen.getByRole('radio', { name: new RegExp(t('security.twoFactor.sms')) }))
  expect(save().disabled).toBe(true)
  await person.type(screen.getByLabelText(t('employees.field.phone')), '77771234')
  const byMail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, byMail)
  await person.click(save())
  const typed = await screen.findByLabelText<HTMLInputElement>(t('contact.SMS.new'))
  expect(typed.value).toBe('+50377771234')
  await person.type(screen.getByLabelText(t('contact.password')), 'Volcan#2026')
  await person.type(await code(), '407182')
  server.answer('POST', '/users/contact-code', contactCodeSent, { sentTo: '+503••••1234' })
  await person.click(screen.getByRole('button', { name: t('contact.send') }))
  expect(await screen.findByText('+503••••1234')).toBeTruthy()

  const phone = { phone: '+50377771234', phoneVerified: true }
  server.answer('POST', '/users/contact', user, makeUser({ ...factor(false), ...phone }))
  server.answer('PUT', '/users', user, makeUser({ ...factor(true, 'SMS'), ...phone }))
  await person.type(await code(), '112233')
  await waitFor(() => expect(word()).toBe('ACTIVADA'))
  expect(server.requests('PUT', '/users')[0]?.body).toEqual({
    ...factor(true, 'SMS'),
    phone: '+50377771234',
  })
})

test('switching it off takes password and code, and until then it says that it is on', async () => {
  const { person } = showSection(factor(true))
  expect(word()).toBe('ACTIVADA')
  server.refuse('PUT', '/users', 'CODE_REQUIRED')
  const byMail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, byMail)
  await person.click(theSwitch())
  await person.type(await screen.findByLabelText(t('auth.field.password')), 'Volcan#2026')
  await person.type(await code(), '407182')
  server.answer('PUT', '/users', user, makeUser(factor(false)))
  await person.click(screen.getByRole('button', { name: t('stepUp.confirm') }))
  await waitFor(() => expect(word()).toBe('DESACTIVADA'))
})
