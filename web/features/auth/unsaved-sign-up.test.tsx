import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { signUpState } from '#contract/auth.ts'
import { invitationShown } from '#contract/team.ts'
import { Providers } from '#web/app/providers.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'
import { Component as ResetScreen } from './reset-password-screen.tsx'
import { Component as SignUpScreen } from './sign-up-screen.tsx'
import { Component as InvitationScreen } from './team-invitation/team-invitation-screen.tsx'

/** The visitors' screens ask by themselves: no layout around them does. */
function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/sign-up', Component: SignUpScreen },
      { path: '/reset-password', Component: ResetScreen },
      { path: '/invitacion', Component: InvitationScreen },
      { path: '*', element: <h1>elsewhere</h1> },
    ],
    { initialEntries: [path] },
  )
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { person: userEvent.setup(), router }
}

const question = () => screen.findByRole('dialog', { name: t('ui.unsaved.title') })
const isElsewhere = () => screen.findByRole('heading', { name: 'elsewhere' })
const toLogin = () => screen.findByRole('link', { name: t('auth.login.title') })

test('a sign-up with something typed is left → it asks, and keeps what was typed', async () => {
  server.answer('GET', '/auth/sign-up', signUpState, { open: true })
  const { person } = open('/sign-up')
  await person.type(await screen.findByLabelText(t('auth.field.firstName')), 'Marcela')
  await person.click(await toLogin())
  await question()
  await person.click(screen.getByRole('button', { name: t('ui.unsaved.stay') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>(t('auth.field.firstName')).value).toBe('Marcela')
  await person.click(await toLogin())
  await question()
  await person.click(screen.getByRole('button', { name: t('ui.unsaved.leave') }))
  await isElsewhere()
})

test('nothing was typed in a sign-up → it is left at once', async () => {
  server.answer('GET', '/auth/sign-up', signUpState, { open: true })
  const { person } = open('/sign-up')
  await screen.findByLabelText(t('auth.field.firstName'))
  await person.click(await toLogin())
  await isElsewhere()
})

test('a new password was typed → leaving the page asks', async () => {
  const { person, router } = open('/reset-password?token=a-token')
  await person.type(await screen.findByLabelText(t('auth.field.newPassword')), 'Volcan#2026')
  void router.navigate('/login')
  await question()
})

test('an invited person typed a name → leaving the page asks', async () => {
  server.answer('GET', '/invitations/a-token', invitationShown, {
    companyName: 'Café Izalco',
    email: 'ernesto@izalco.sv',
    role: 'APPROVER',
    invitedBy: 'Marcela Portillo',
  })
  const { person } = open('/invitacion#t=a-token')
  await person.type(await screen.findByLabelText(t('auth.field.firstName')), 'Ernesto')
  await person.click(await toLogin())
  await question()
})
