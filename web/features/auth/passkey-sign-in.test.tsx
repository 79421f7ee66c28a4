import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { session, signUpState } from '#contract/auth.ts'
import { webauthnOptions } from '#contract/factors.ts'
import { hasUsedPasskey, rememberPasskey } from '#web/lib/passkey-place.ts'
import { token } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { forgetPasskeys, requestOptions, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './login-screen.tsx'

afterEach(forgetPasskeys)

function showLogin() {
  server.answer('GET', '/auth/sign-up', signUpState, { open: true })
  server.answer('POST', '/auth/passkey/options', webauthnOptions, { options: requestOptions })
  return show(<Component />, '/login')
}
const key = () => screen.findByRole('button', { name: t('factors.signIn.button') })
const submit = () => screen.getByRole('button', { name: t('auth.login.submit') })

test('a browser without passkeys → the form of before', async () => {
  showLogin()
  await screen.findByText(t('auth.login.createAccount'))
  expect(screen.queryByRole('button', { name: t('factors.signIn.button') })).toBeNull()
})

test('never used here → beneath the form', async () => {
  stubPasskeys('given')
  showLogin()
  const after = await key()
  expect(submit().compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByText(t('factors.signIn.or'))).toBeNull()
})

test('used here before → the key comes first', async () => {
  stubPasskeys('given')
  rememberPasskey()
  showLogin()
  const first = await key()
  expect(submit().compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(screen.getByText(t('factors.signIn.or'))).toBeTruthy()
})

test('the key is right → the session begins, and the browser remembers', async () => {
  stubPasskeys('given')
  const { person } = showLogin()
  server.answer('POST', '/auth/passkey', session, { token: 'token-1', user: makeUser() })
  await person.click(await key())
  await waitFor(() => expect(token()).toBe('token-1'))
  expect(hasUsedPasskey()).toBe(true)
  expect(server.requests('POST', '/auth/passkey')[0]?.body).toMatchObject({
    response: { id: 'AQID', type: 'public-key' },
  })
})

test('no key here → one sentence, and the password as before', async () => {
  stubPasskeys('refused')
  const { person } = showLogin()
  await person.click(await key())
  expect(await screen.findByText(t('factors.signIn.none'))).toBeTruthy()
  expect(token()).toBeNull()
})

test('the key was taken away from the account → it is no longer offered first', async () => {
  stubPasskeys('given')
  rememberPasskey()
  const { person } = showLogin()
  server.refuse('POST', '/auth/passkey', 'WRONG_ASSERTION')
  await person.click(await key())
  expect(await screen.findByText(t('factors.signIn.none'))).toBeTruthy()
  expect(hasUsedPasskey()).toBe(false)
})
