import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { codeSent, type MfaStarted, session } from '#contract/auth.ts'
import { rememberPasskey } from '#web/lib/passkey-place.ts'
import { token } from '#web/lib/session.ts'
import { makeUser, problem } from '#web/testing/fixtures.ts'
import { forgetPasskeys, requestOptions, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { SignInCodeStep } from './code-step.tsx'

afterEach(forgetPasskeys)

const path = '/auth/sign-in/mfa'
const byApp: MfaStarted = {
  mfaToken: 'challenge-1',
  via: 'TOTP',
  sentTo: null,
  factors: ['TOTP', 'EMAIL'],
}

function showStep(started: MfaStarted) {
  server.answer('POST', path, session, { token: 'token-1', user: makeUser() })
  return show(
    <SignInCodeStep email="ana@empresa.test" started={started} onBack={() => undefined} />,
  )
}
const link = (name: string) => screen.getByRole('button', { name })
const sent = () => server.requests('POST', path)[0]?.body

test('an app → its code is asked for, and nothing can be sent again', async () => {
  const { person } = showStep(byApp)
  expect(screen.getByText(t('factors.signIn.appText'))).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
  await person.keyboard('407182{Enter}')
  await waitFor(() => expect(token()).toBe('token-1'))
})

test('another factor is chosen → the server sends its code', async () => {
  const { person } = showStep(byApp)
  server.answer('POST', `${path}/resend`, codeSent, { via: 'EMAIL', sentTo: 'a•••@empresa.test' })
  await person.click(link(t('factors.signIn.way.EMAIL')))
  expect(await screen.findByText('a•••@empresa.test')).toBeTruthy()
  expect(server.requests('POST', `${path}/resend`)[0]?.body).toMatchObject({ via: 'EMAIL' })
  await person.click(link(t('factors.signIn.way.TOTP')))
  expect(screen.getByText(t('factors.signIn.appText'))).toBeTruthy()
})

test('a recovery code → sent without its hyphen, and a wrong one is said at the field', async () => {
  const { person } = showStep(byApp)
  await person.click(link(t('factors.recoveryCode.use')))
  const field = screen.getByLabelText<HTMLInputElement>(t('factors.recoveryCode.label'))
  expect(document.activeElement).toBe(field)
  await person.keyboard('407182{Enter}')
  expect(screen.getByText(t('factors.recoveryCode.wrong'))).toBeTruthy()
  await person.clear(field)
  server.refuse('POST', path, 'WRONG_CODE')
  await person.keyboard('ABCDE-fghjk{Enter}')
  expect(await screen.findByText(problem('WRONG_CODE').message)).toBeTruthy()
  expect(sent()).toMatchObject({ code: 'abcdefghjk' })
})

test('messages alone → no recovery code is offered', () => {
  showStep({ ...byApp, via: 'EMAIL', sentTo: 'a•••@empresa.test', factors: ['EMAIL'] })
  expect(screen.queryByRole('button', { name: t('factors.recoveryCode.use') })).toBeNull()
})

test('a key alone → the button asks for it', async () => {
  stubPasskeys('given')
  const factors: MfaStarted['factors'] = ['PASSKEY']
  const { person } = showStep({ ...byApp, via: 'PASSKEY', factors, options: requestOptions })
  await person.click(link(t('factors.key.use')))
  await waitFor(() => expect(token()).toBe('token-1'))
  expect(sent()).toMatchObject({ assertion: { id: 'AQID' } })
})

test('a key used here before → it is asked for first, and given up it says so', async () => {
  stubPasskeys('refused')
  rememberPasskey()
  const factors: MfaStarted['factors'] = ['PASSKEY', 'TOTP']
  const { person } = showStep({ ...byApp, factors, options: requestOptions })
  expect(screen.getByRole('heading', { name: t('factors.signIn.keyTitle') })).toBeTruthy()
  await person.click(link(t('factors.key.use')))
  expect(await screen.findByText(t('factors.key.cancelled'))).toBeTruthy()
  expect(server.requests('POST', path)).toHaveLength(0)
})

test('a key alone, and a browser without → says so, and takes a recovery code', () => {
  showStep({ ...byApp, via: 'PASSKEY', factors: ['PASSKEY'], options: requestOptions })
  expect(screen.getByText(t('factors.key.notHere'))).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: t('factors.key.use') }).disabled,
  ).toBe(true)
  expect(link(t('factors.recoveryCode.use'))).toBeTruthy()
})
