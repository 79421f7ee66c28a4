import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session, signUpState } from '#contract/auth.ts'
import { sectorList } from '#contract/company.ts'
import { invitation } from '#contract/sign-up.ts'
import { token } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as LoginScreen } from './login-screen.tsx'
import { Component as SignUpScreen } from './sign-up-screen.tsx'

const link = '/sign-up#i=a-token'
const readPath = '/auth/sign-up/invitation'

const opens = (open: boolean) => server.answer('GET', '/auth/sign-up', signUpState, { open })
const emailField = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: t('auth.field.email') })

/** Fills both steps and presses the last button. */
async function signUp(person: ReturnType<typeof show>['person']) {
  server.answer('GET', '/companies/company-sector', sectorList, { companySectors: ['Otro'] })
  await person.type(screen.getByLabelText(t('auth.field.firstName')), 'Marcela')
  await person.type(screen.getByLabelText(t('auth.field.lastName')), 'Portillo')
  await person.type(screen.getByLabelText(t('auth.field.password')), 'Volcan#2026')
  await person.type(screen.getByLabelText(t('auth.field.confirmPassword')), 'Volcan#2026')
  await person.click(screen.getByRole('button', { name: t('auth.signUp.continue') }))
  await person.type(await screen.findByLabelText(t('auth.field.companyName')), 'Café Izalco')
  await person.click(screen.getByRole('combobox', { name: t('auth.field.companySector') }))
  await person.click(await screen.findByRole('option', { name: 'Otro' }))
  await person.click(screen.getByRole('button', { name: t('auth.signUp.submit') }))
}

const saysThatItIsClosed = async () => {
  const title = await screen.findByRole('heading', { name: t('auth.invitation.closedTitle') })
  expect(document.activeElement).toBe(title)
  expect(screen.getByRole('status').textContent).toBe(t('auth.invitation.closed'))
  expect(screen.queryByRole('textbox')).toBeNull()
  const out = screen.getByRole('link', { name: t('auth.login.title') })
  expect(out.getAttribute('href')).toBe('/login')
}

test('sign-up is open → the login leads to an account', async () => {
  opens(true)
  show(<LoginScreen />, '/login')
  const way = await screen.findByRole('link', { name: t('auth.login.createAccount') })
  expect(way.getAttribute('href')).toBe('/sign-up')
})

test('sign-up is closed → the login offers no account and says how one is made', async () => {
  opens(false)
  show(<LoginScreen />, '/login')
  await screen.findByText(t('auth.invitation.needed'))
  expect(screen.queryByRole('link', { name: t('auth.login.createAccount') })).toBeNull()
})

test('nobody can say whether it is open → the login leads to the page that will', async () => {
  server.refuse('GET', '/auth/sign-up', 'RATE_LIMITED')
  show(<LoginScreen />, '/login')
  await screen.findByRole('link', { name: t('auth.login.createAccount') })
})

test('sign-up is closed → the page is a sentence without a form', async () => {
  opens(false)
  show(<SignUpScreen />, '/sign-up')
  await saysThatItIsClosed()
})

test('another company comes first while the form is filled → the same sentence', async () => {
  opens(true)
  server.refuse('POST', '/auth/sign-up', 'SIGN_UP_CLOSED')
  const { person } = show(<SignUpScreen />, '/sign-up')
  await person.type(await emailField(), 'ana@izalco.sv')
  await signUp(person)
  await saysThatItIsClosed()
})

test('an invitation is good → its e-mail stands fixed, and its token goes along', async () => {
  server.answer('POST', readPath, invitation, { email: 'ana@izalco.sv' })
  server.answer('POST', '/auth/sign-up', session, { token: 'token-1', user: makeUser() }, 201)
  const { person } = show(<SignUpScreen />, link)
  const email = await emailField()
  expect(email.value).toBe('ana@izalco.sv')
  await person.type(email, 'x')
  expect(email.value).toBe('ana@izalco.sv')
  screen.getByText(t('auth.invitation.email'))
  await signUp(person)
  await waitFor(() => expect(token()).toBe('token-1'))
  const [read] = server.requests('POST', readPath)
  expect(read?.body).toEqual({ invitation: 'a-token' })
  const [sent] = server.requests('POST', '/auth/sign-up')
  expect(sent?.body).toMatchObject({ email: 'ana@izalco.sv', invitation: 'a-token' })
})

const saysThatItEnded = async () => {
  await screen.findByRole('heading', { name: t('auth.invitation.endedTitle') })
  expect(screen.getByRole('status').textContent).toBe(t('auth.invitation.ended'))
  expect(screen.queryByRole('textbox')).toBeNull()
}

test('an invitation has ended → the page says so and asks for nothing', async () => {
  server.refuse('POST', readPath, 'INVITATION_ENDED')
  show(<SignUpScreen />, link)
  await saysThatItEnded()
})

test('a link that somebody made longer → it counts as ended', async () => {
  const errors = [{ path: 'invitation', message: 'Es demasiado largo' }]
  server.refuse('POST', readPath, 'VALIDATION', { errors })
  show(<SignUpScreen />, link)
  await saysThatItEnded()
})

test('an invitation is used up in another tab meanwhile → the page says that it ended', async () => {
  server.answer('POST', readPath, invitation, { email: 'ana@izalco.sv' })
  server.refuse('POST', '/auth/sign-up', 'INVITATION_ENDED')
  const { person } = show(<SignUpScreen />, link)
  await emailField()
  await signUp(person)
  await saysThatItEnded()
})

test('an invitation cannot be read now → the page says why and asks again', async () => {
  server.refuse('POST', readPath, 'RATE_LIMITED')
  const { person } = show(<SignUpScreen />, link)
  const again = await screen.findByRole('button', { name: t('ui.retry') })
  server.answer('POST', readPath, invitation, { email: 'ana@izalco.sv' })
  await person.click(again)
  expect((await emailField()).readOnly).toBe(true)
})
