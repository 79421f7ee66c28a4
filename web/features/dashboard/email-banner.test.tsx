import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { publicConfig } from '#contract/company.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent } from '#contract/users.ts'
import { keepSession, readSignedInUser } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { EmailBanner } from './email-banner.tsx'

const unconfirmed = makeUser({ emailVerified: false })
const ask = t('contact.banner.ask', { email: unconfirmed.email })
const confirmPath = '/users/contact'
const sendPath = '/users/contact-code'

afterEach(() => {
  vi.useRealTimers()
})

function showBanner(signedIn = unconfirmed) {
  keepSession({ token: 'token', user: signedIn })
  return show(<EmailBanner />)
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: t('ui.code.title') })

test('the e-mail is confirmed → there is no banner', () => {
  showBanner(makeUser())
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the e-mail is not confirmed → the banner asks for the code and cannot be closed', async () => {
  showBanner()
  expect(await screen.findByText(ask)).toBeTruthy()
  expect(screen.getByText(t('contact.banner.until'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('ui.close') })).toBeNull()
  expect(screen.queryByRole('link', { name: t('contact.testMessage.EMAIL') })).toBeNull()
  const change = screen.getByRole('link', { name: t('contact.banner.change') })
  expect(change.getAttribute('href')).toBe('/edit-profile?change=email')
})

test('the sixth digit is wrong → the sentence says how many tries are left', async () => {
  const { person } = showBanner()
  server.refuse('POST', confirmPath, 'WRONG_CODE', { data: { triesLeft: 4 } })
  const input = await field()
  await person.type(input, '11111')
  expect(server.requests('POST', confirmPath)).toHaveLength(0)
  await person.type(input, '1')
  const wrong = await screen.findByRole('alert')
  expect(wrong.textContent).toBe('Ese código no es. Quedan 4 intentos.')
  expect(server.requests('POST', confirmPath)[0]?.body).toEqual({
    channel: 'EMAIL',
    code: '111111',
  })
  expect(screen.queryByText(ask)).toBeNull()
  expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['', 'true'])
  expect(document.activeElement).toBe(input)

  await person.type(input, '4')
  expect(await screen.findByText(ask)).toBeTruthy()
})

test('one try is left, or none → the sentence says so', async () => {
  const { person } = showBanner()
  server.refuse('POST', confirmPath, 'WRONG_CODE', { data: { triesLeft: 1 } })
  await person.type(await field(), '111111')
  expect(await screen.findByText('Ese código no es. Queda 1 intento.')).toBeTruthy()
  server.refuse('POST', confirmPath, 'WRONG_CODE', { data: { triesLeft: 0 } })
  await person.type(await field(), '111111')
  expect(await screen.findByText(t('contact.over'))).toBeTruthy()
})

test('the code is right → the banner says so, and is gone after 4 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { person } = showBanner()
  server.answer('POST', confirmPath, user, makeUser())
  await person.type(await field(), '407182')
  expect((await screen.findByRole('status')).textContent).toBe('Correo confirmado')
  expect(readSignedInUser()?.emailVerified).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(4_100))
  expect(screen.queryByText('Correo confirmado')).toBeNull()
})

test('another code is asked for → it is sent, and the next one has to wait', async () => {
  const { person } = showBanner()
  server.answer('POST', sendPath, contactCodeSent, { sentTo: 'a•••@empresa.test' })
  await person.click(await screen.findByRole('button', { name: t('ui.code.resend') }))
  expect(await screen.findByRole('timer')).toBeTruthy()
  expect(server.requests('POST', sendPath)[0]?.body).toEqual({ channel: 'EMAIL' })
})

test('in the sandbox → a link leads to the mail, in a tab of its own', async () => {
  server.answer('GET', '/config', publicConfig, {
    network: 'regtest',
    explorerTxUrl: 'https://explorer.test/tx/{txid}',
    sandbox: true,
  })
  showBanner()
  await waitFor(() => expect(screen.getByText(t('contact.banner.untilReal'))).toBeTruthy())
  const link = screen.getByRole('link', { name: t('contact.testMessage.EMAIL') })
  expect(link.getAttribute('href')).toBe('/sandbox?to=ana%40empresa.test')
  expect(link.getAttribute('target')).toBe('_blank')
})
