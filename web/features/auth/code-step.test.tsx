import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { codeSent, session } from '#contract/auth.ts'
import { token } from '#web/lib/session.ts'
import { makeUser, problem } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { SignInCodeStep } from './code-step.tsx'

const signInPath = '/auth/sign-in/mfa'
const resendPath = '/auth/sign-in/mfa/resend'
const started = {
  mfaToken: 'challenge-1',
  via: 'EMAIL' as const,
  sentTo: 'a•••@empresa.test',
  factors: ['EMAIL' as const],
}

afterEach(() => {
  vi.useRealTimers()
})

function showCodeStep() {
  const onBack = vi.fn()
  const email = 'ana@empresa.test'
  const shown = show(<SignInCodeStep email={email} started={started} onBack={onBack} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: t('ui.code.title') })
  return { ...shown, field, onBack }
}

test('a code was sent → the step says where, and the field has the focus', () => {
  const { field } = showCodeStep()
  expect(screen.getByText(started.sentTo)).toBeTruthy()
  expect(document.activeElement).toBe(field)
})

test('the code is right → the session begins', async () => {
  const { person } = showCodeStep()
  server.answer('POST', signInPath, session, { token: 'token-1', user: makeUser() })
  await person.keyboard('407182{Enter}')
  await waitFor(() => expect(token()).toBe('token-1'))
  expect(server.requests('POST', signInPath)[0]?.body).toEqual({
    email: 'ana@empresa.test',
    mfaToken: 'challenge-1',
    code: '407182',
  })
})

test('the code is wrong → the step stays and the field is empty again', async () => {
  const { person, field, onBack } = showCodeStep()
  server.refuse('POST', signInPath, 'WRONG_CODE', { data: { triesLeft: 4 } })
  await person.keyboard('111111{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(problem('WRONG_CODE').message)
  expect(field.value).toBe('')
  expect(onBack).not.toHaveBeenCalled()
})

test('the code has expired → a toast says so, and the password is asked for again', async () => {
  const { person, onBack } = showCodeStep()
  server.refuse('POST', signInPath, 'MFA_EXPIRED')
  await person.keyboard('407182{Enter}')
  await screen.findByText(problem('MFA_EXPIRED').message)
  expect(onBack).toHaveBeenCalledOnce()
  expect(token()).toBeNull()
})

test('a minute has passed → another code can be sent, and what was typed is gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { person, field } = showCodeStep()
  expect(screen.getByRole('timer').textContent).toContain('1:00')
  await person.keyboard('4071')
  await vi.advanceTimersByTimeAsync(60_500)
  server.answer('POST', resendPath, codeSent, { via: 'EMAIL', sentTo: 'b•••@empresa.test' })
  await person.click(await screen.findByRole('button', { name: t('ui.code.resend') }))
  await screen.findByText('b•••@empresa.test')
  expect(field.value).toBe('')
})
