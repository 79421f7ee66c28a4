import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { invitationShown } from '#contract/team.ts'
import { token } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './team-invitation-screen.tsx'

const path = '/invitations/a-token'
const invitation = {
  companyName: 'Café Izalco',
  email: 'ernesto@izalco.sv',
  role: 'APPROVER' as const,
  invitedBy: 'Marcela Portillo',
}

function showInvitation() {
  server.answer('GET', path, invitationShown, invitation)
  return show(<Component />, '/invitacion#t=a-token')
}

async function fill(person: ReturnType<typeof show>['person'], again = 'Volcan#2026') {
  await person.type(await screen.findByLabelText(t('auth.field.firstName')), 'Ernesto')
  await person.type(screen.getByLabelText(t('auth.field.lastName')), 'Magaña')
  await person.type(screen.getByLabelText(t('auth.field.password')), 'Volcan#2026')
  await person.type(screen.getByLabelText(t('auth.field.confirmPassword')), again)
  await person.click(screen.getByRole('button', { name: t('team.join.submit') }))
}

const saysThatItEnded = async () => {
  const title = await screen.findByRole('heading', { name: t('team.join.endedTitle') })
  expect(document.activeElement).toBe(title)
  expect(screen.getByRole('status').textContent).toBe(t('team.join.ended'))
  expect(screen.queryByRole('textbox')).toBeNull()
}

test('an invitation is opened → company, role and who invited stand above the form', async () => {
  showInvitation()
  const title = t('team.join.title', { company: 'Café Izalco' })
  await screen.findByRole('heading', { name: title })
  for (const text of ['Marcela Portillo', 'ernesto@izalco.sv', 'Aprueba']) screen.getByText(text)
})

test('the form is filled → an account, a session and the dashboard', async () => {
  const { person, router } = showInvitation()
  server.answer('POST', path, session, { token: 'token-1', user: makeUser({ role: 'APPROVER' }) })
  await fill(person)
  await waitFor(() => expect(token()).toBe('token-1'))
  expect(server.requests('POST', path)[0]?.body).toEqual({
    firstName: 'Ernesto',
    lastName: 'Magaña',
    password: 'Volcan#2026',
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('two passwords that differ → nothing is sent', async () => {
  const { person } = showInvitation()
  await fill(person, 'Volcan#2027')
  await screen.findByText(t('fields.passwordsDiffer'))
  expect(server.requests('POST', path)).toEqual([])
})

test('the e-mail has an account meanwhile → a sentence, and the form stays', async () => {
  const { person } = showInvitation()
  server.refuse('POST', path, 'EMAIL_TAKEN')
  await fill(person)
  await screen.findByText('Ya existe una cuenta con este correo')
  expect(screen.getByRole('link', { name: t('auth.login.title') })).toBeTruthy()
})

test('the invitation has ended → one sentence says what to do', async () => {
  server.refuse('GET', path, 'INVITATION_ENDED')
  show(<Component />, '/invitacion#t=a-token')
  await saysThatItEnded()
})

test('a link without its token → it counts as ended', async () => {
  show(<Component />, '/invitacion')
  await saysThatItEnded()
})

test('it is used in another tab meanwhile → the page says that it ended', async () => {
  const { person } = showInvitation()
  server.refuse('POST', path, 'INVITATION_ENDED')
  await fill(person)
  await saysThatItEnded()
})
