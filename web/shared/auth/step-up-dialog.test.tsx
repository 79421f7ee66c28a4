import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { codeSent } from '#contract/auth.ts'
import { ApiError } from '#web/lib/api.ts'
import { rememberPasskey } from '#web/lib/passkey-place.ts'
import { problem } from '#web/testing/fixtures.ts'
import { forgetPasskeys, requestOptions, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'

afterEach(forgetPasskeys)

function showDialog(send = vi.fn(async () => undefined), takesRecovery = false) {
  const dialog = (
    <StepUpDialog
      onClose={() => undefined}
      action="FACTORS"
      takesRecovery={takesRecovery}
      confirm="Quitar"
      busy={false}
      send={send}
    />
  )
  return { ...show(dialog), send }
}
const password = () => screen.getByLabelText(t('auth.field.password'))
const refusal = (code: 'WRONG_CODE' | 'WRONG_ASSERTION') =>
  new ApiError(code, problem(code).message, { status: 401 })

test('the person has an app → its code, and nothing to send again', async () => {
  server.answer('POST', '/users/step-up', codeSent, { via: 'TOTP', sentTo: null })
  const { person, send } = showDialog()
  expect(await screen.findByText(t('factors.app.write'))).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
  await person.type(password(), 'Volcan#2026')
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182{Enter}')
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ password: 'Volcan#2026', code: '407182' }),
  )
})

test('a key alone → the main button asks for it; refused → a new challenge', async () => {
  const passkeys = stubPasskeys('given')
  const options = requestOptions
  server.answer('POST', '/users/step-up', codeSent, { via: 'PASSKEY', sentTo: null, options })
  const { person, send } = showDialog(vi.fn(async () => Promise.reject(refusal('WRONG_ASSERTION'))))
  expect(await screen.findByText(t('factors.key.ask'))).toBeTruthy()
  await person.type(password(), 'Volcan#2026')
  await person.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(await screen.findByText(problem('WRONG_ASSERTION').message)).toBeTruthy()
  expect(passkeys.get).toHaveBeenCalledOnce()
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ assertion: expect.objectContaining({ id: 'AQID' }) }),
  )
  expect(server.requests('POST', '/users/step-up')).toHaveLength(2)
})

test('a key is not given → nothing is sent, and it says so', async () => {
  stubPasskeys('refused')
  rememberPasskey()
  const options = requestOptions
  server.answer('POST', '/users/step-up', codeSent, { via: 'TOTP', sentTo: null, options })
  const { person, send } = showDialog()
  expect(await screen.findByText(t('factors.key.ask'))).toBeTruthy()
  await person.type(password(), 'Volcan#2026{Enter}')
  expect(await screen.findByText(t('factors.key.cancelled'))).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: t('factors.key.writeCode') }))
  expect(screen.getByLabelText(t('ui.code.title'))).toBeTruthy()
})

test('a lost factor is taken away → a recovery code does as well', async () => {
  server.answer('POST', '/users/step-up', codeSent, { via: 'TOTP', sentTo: null })
  const { person, send } = showDialog(undefined, true)
  await person.click(await screen.findByRole('button', { name: t('factors.recoveryCode.use') }))
  await person.type(password(), 'Volcan#2026')
  await person.type(screen.getByLabelText(t('factors.recoveryCode.label')), 'abcde-fghjk{Enter}')
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ password: 'Volcan#2026', code: 'abcdefghjk' }),
  )
})
