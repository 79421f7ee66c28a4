import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { codeSent } from '#contract/auth.ts'
import type { User } from '#contract/user.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent } from '#contract/users.ts'
import { keepSession, useSignedInUser } from '#web/lib/session.ts'
import { makeUser, problem } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ContactSection } from './contact-section.tsx'

const sendPath = '/users/contact-code'
const confirmPath = '/users/contact'

function Section() {
  const signedIn = useSignedInUser()
  return signedIn && <ContactSection user={signedIn} />
}

function showSection(signedIn: User, path = '/') {
  keepSession({ token: 'token', user: signedIn })
  return show(<Section />, path)
}

const button = (name: string) => screen.getByRole('button', { name })
const code = () => screen.findByRole<HTMLInputElement>('textbox', { name: t('ui.code.title') })
const dialog = () => screen.findByRole('dialog')

test('contacts and their states are shown', () => {
  showSection(makeUser({ emailVerified: false, phone: '+50377771234', phoneVerified: true }))
  expect(screen.getByText('ana@empresa.test')).toBeTruthy()
  expect(screen.getByText('+503 7777 1234')).toBeTruthy()
  expect(screen.getByText(t('contact.unconfirmed'))).toBeTruthy()
  expect(screen.getByText(t('contact.confirmed'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirmar: Teléfono' })).toBeNull()
})

test('an e-mail is to be confirmed → a code goes there, its sixth digit sends it', async () => {
  const { person } = showSection(makeUser({ emailVerified: false }))
  server.answer('POST', sendPath, contactCodeSent, { sentTo: 'a•••@empresa.test' })
  server.answer('POST', confirmPath, user, makeUser())
  await person.click(button('Confirmar: Correo'))
  expect(await screen.findByText('a•••@empresa.test')).toBeTruthy()
  expect(server.requests('POST', sendPath)[0]?.body).toEqual({ channel: 'EMAIL' })
  await person.type(await code(), '407182')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText(t('contact.confirmed'))).toBeTruthy()
})

test('an e-mail that was never confirmed is changed → the password suffices', async () => {
  const { person } = showSection(makeUser({ emailVerified: false }), '/?change=email')
  await dialog()
  expect(screen.queryByRole('textbox', { name: t('ui.code.title') })).toBeNull()
  await person.type(screen.getByLabelText(t('contact.EMAIL.new')), 'bea@empresa.test')
  await person.type(screen.getByLabelText(t('contact.password')), 'Volcan#2026')
  server.refuse('POST', sendPath, 'EMAIL_TAKEN')
  await person.click(button(t('contact.send')))
  expect(await screen.findByText(problem('EMAIL_TAKEN').message)).toBeTruthy()

  server.answer('POST', sendPath, contactCodeSent, { sentTo: 'b•••@empresa.test' })
  server.refuse('POST', confirmPath, 'WRONG_CODE', { data: { triesLeft: 4 } })
  await person.click(button(t('contact.send')))
  expect(await screen.findByText('b•••@empresa.test')).toBeTruthy()
  expect(server.requests('POST', sendPath).at(-1)?.body).toEqual({
    channel: 'EMAIL',
    value: 'bea@empresa.test',
    password: 'Volcan#2026',
  })
  await person.type(await code(), '111111')
  expect(await screen.findByText('Ese código no es. Quedan 4 intentos.')).toBeTruthy()

  server.answer('POST', confirmPath, user, makeUser({ email: 'bea@empresa.test' }))
  await person.type(await code(), '407182')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('bea@empresa.test')).toBeTruthy()
})

test('the phone is changed → password, a code of the e-mail and one of the phone', async () => {
  const { person } = showSection(makeUser())
  const sentByMail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, sentByMail)
  await person.click(button('Añadir: Teléfono'))
  expect(await screen.findByText('a•••@empresa.test')).toBeTruthy()
  await person.type(screen.getByLabelText(t('contact.SMS.new')), '77771234')
  await person.type(screen.getByLabelText(t('contact.password')), 'wrong')
  await person.type(await code(), '407182')
  server.refuse('POST', sendPath, 'WRONG_PASSWORD')
  await person.click(button(t('contact.send')))
  expect(await screen.findByText(problem('WRONG_PASSWORD').message)).toBeTruthy()

  server.answer('POST', sendPath, contactCodeSent, { sentTo: '+503••••1234' })
  await person.click(button(t('contact.send')))
  expect(await screen.findByText('+503••••1234')).toBeTruthy()
  expect(server.requests('POST', sendPath).at(-1)?.body).toEqual({
    channel: 'SMS',
    value: '+50377771234',
    password: 'wrong',
    code: '407182',
  })
  const changed = makeUser({ phone: '+50377771234', phoneVerified: true })
  server.answer('POST', confirmPath, user, changed)
  await person.type(await code(), '112233')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('+503 7777 1234')).toBeTruthy()
})

test('a new e-mail is typed and the dialog closed → it asks first', async () => {
  const { person } = showSection(makeUser({ emailVerified: false }), '/?change=email')
  await dialog()
  await person.type(screen.getByLabelText(t('contact.EMAIL.new')), 'bea')
  await person.click(button(t('ui.form.cancel')))
  const question = await screen.findByRole('dialog', { name: t('ui.unsaved.title') })
  await person.click(within(question).getByRole('button', { name: t('ui.unsaved.leave') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests('POST', sendPath)).toHaveLength(0)
})
