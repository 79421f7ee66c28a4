import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signUpState } from '#contract/auth.ts'
import { leavePage, wantPage } from '#web/shared/auth/return-page.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './login-screen.tsx'

const at = new Date('2026-11-22T21:44:00Z').getTime()

function showLogin() {
  server.answer('GET', '/auth/sign-up', signUpState, { open: true })
  return show(<Component />, '/login')
}

test('a first visit → one line says what the product is, and nothing why one is here', async () => {
  showLogin()
  expect(await screen.findByText(t('auth.panel.product'))).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  for (const name of ['Español', 'English', 'Italiano', 'Português']) {
    expect(screen.getByRole('button', { name })).toBeTruthy()
  }
})

test.each([
  ['idle', 'Tu sesión se cerró a las 15:44, tras 60 minutos sin uso.'],
  ['age', 'Tu sesión se cerró a las 15:44, 12 horas después de empezar.'],
  ['closed', 'Tu sesión se cerró a las 15:44, desde otro lugar o por seguridad.'],
  ['signedOut', 'Cerraste la sesión a las 15:44, en otra pestaña.'],
] as const)('a session ended (%s) → why, and where signing in leads', async (why, text) => {
  leavePage('/payrolls/details/7?page=2', { why, at, userId: 'user-1' })
  showLogin()
  const note = await screen.findByText(text)
  expect(note).toBeTruthy()
  expect(screen.getByText('Al entrar vuelves a la nómina que tenías abierta.')).toBeTruthy()
})

test('a link led here → what it leads to', async () => {
  wantPage('/dashboard/transaction/9')
  showLogin()
  await screen.findByText('Inicia sesión y te llevamos a la transacción.')
})

test('a wrong password or an unknown address → said at the field, not by a toast', async () => {
  const { person } = showLogin()
  server.refuse('POST', '/auth/sign-in', 'WRONG_CREDENTIALS')
  await person.type(screen.getByLabelText(t('auth.field.email')), 'nadie@empresa.test')
  const field = screen.getByLabelText(t('auth.field.password'))
  await person.type(field, 'Mentira#2026{Enter}')
  const said = await screen.findAllByText('Correo o contraseña incorrectos.')
  expect(said).toHaveLength(1)
  expect(field.getAttribute('aria-describedby')).toBe(said[0]?.closest('[id]')?.id)
  expect(document.activeElement).toBe(field)
})
