import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { codeSent } from '#contract/auth.ts'
import {
  type Factors,
  factors,
  passkeyAnswer,
  recoveryCodes,
  totpStarted,
  webauthnOptions,
} from '#contract/factors.ts'
import { hourAgo, makeUser } from '#web/testing/fixtures.ts'
import { creationOptions, forgetPasskeys, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { FactorsSections } from './factors-sections.tsx'

afterEach(forgetPasskeys)

const passkey = {
  _id: 'key-1',
  name: 'Portátil',
  kind: 'SYNCED' as const,
  createdAt: hourAgo(),
  lastUsedAt: null,
  approvesFrom: null,
}
const none: Factors = {
  passkeys: [],
  totp: null,
  recoveryCodes: null,
  passkeysPossible: true,
  publicUrl: window.location.origin,
}

function showSections(present: Partial<Factors> = {}) {
  server.answer('GET', '/users/factors', factors, { ...none, ...present })
  return show(<FactorsSections user={makeUser()} />)
}
const button = (name: string) => screen.findByRole('button', { name })
const kept = { left: 8, of: 10, createdAt: hourAgo() }

test('a key is added after the present factor → named, made by the browser, sent', async () => {
  stubPasskeys('given')
  const { person } = showSections()
  server.refuse('POST', '/users/passkeys/options', 'CODE_REQUIRED')
  const mail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, mail)
  await person.click(await button(t('factors.passkeys.add')))
  await person.type(await screen.findByLabelText(t('auth.field.password')), 'Volcan#2026')
  server.answer('POST', '/users/passkeys/options', webauthnOptions, { options: creationOptions })
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182{Enter}')
  const name = await screen.findByLabelText(t('factors.passkeys.name'))
  await person.clear(name)
  server.answer('POST', '/users/passkeys', passkeyAnswer, { passkey })
  server.answer('GET', '/users/factors', factors, { ...none, passkeys: [passkey] })
  await person.type(name, 'Portátil{Enter}')
  expect(await screen.findByText('Portátil')).toBeTruthy()
  expect(server.requests('POST', '/users/passkeys/options')[1]?.body).toEqual({
    password: 'Volcan#2026',
    code: '407182',
  })
  expect(server.requests('POST', '/users/passkeys')[0]?.body).toMatchObject({
    name: 'Portátil',
    response: { id: 'AQID' },
  })
})

test('a key is named and left → the dialog asks, and keeps the name', async () => {
  stubPasskeys('given')
  const { person } = showSections()
  server.answer('POST', '/users/passkeys/options', webauthnOptions, { options: creationOptions })
  await person.click(await button(t('factors.passkeys.add')))
  const name = await screen.findByLabelText(t('factors.passkeys.name'))
  await person.type(name, ' de Ana')
  await leaveAndStay(person)
  expect(name).toHaveProperty('value', expect.stringMatching(/ de Ana$/))
})

test('the browser makes no key → it says so, and nothing is sent', async () => {
  stubPasskeys('refused')
  const { person } = showSections()
  server.answer('POST', '/users/passkeys/options', webauthnOptions, { options: creationOptions })
  await person.click(await button(t('factors.passkeys.add')))
  await person.click(await button(t('factors.passkeys.create')))
  expect(await screen.findByText(t('factors.passkeys.cancelled'))).toBeTruthy()
  expect(server.requests('POST', '/users/passkeys')).toHaveLength(0)
})

test.each([
  ['opened at another address', { publicUrl: 'https://nomina.test' }, 'https://nomina.test'],
  ['an address without a name', { passkeysPossible: false }, t('factors.passkeys.needsName')],
])('%s → a sentence in the place of the button', async (_, present, sentence) => {
  stubPasskeys('given')
  showSections(present)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('factors.passkeys.add') })).toBeNull()
})

test('a key is taken away → with the present factor', async () => {
  const { person } = showSections({ passkeys: [passkey] })
  server.answer('DELETE', '/users/passkeys/key-1', z.null(), null)
  await person.click(await button(t('factors.passkeys.removeOne', { name: 'Portátil' })))
  expect(await screen.findByText(t('factors.passkeys.removedToast'))).toBeTruthy()
})

test('the app is confirmed → ten codes are shown until they are kept', async () => {
  const { person } = showSections()
  const secret = 'JBSWY3DPEHPK3PXP'
  const uri = `otpauth://totp/Quincena:ana?secret=${secret}`
  server.answer('POST', '/users/totp', totpStarted, { secret, uri })
  await person.click(await button(`${t('factors.totp.start')}: ${t('factors.totp.title')}`))
  const dialog = await screen.findByRole('dialog', { name: t('factors.totp.title') })
  expect(within(dialog).getByText('JBSW')).toBeTruthy()
  const codes = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbb${index + 2}`)
  server.answer('POST', '/users/totp/confirm', z.null(), null)
  server.answer('POST', '/users/recovery-codes', recoveryCodes, { codes })
  await person.type(within(dialog).getByLabelText(t('ui.code.title')), '407182{Enter}')
  expect(await screen.findByText('aaaaa-bbbb2')).toBeTruthy()
  expect(screen.getByText(t('factors.recovery.keep'))).toBeTruthy()
  await person.click(await button(t('factors.recovery.saved')))
  await waitFor(() => expect(screen.queryByText('aaaaa-bbbb2')).toBeNull())
})

test('the app is the first factor → its next code gives the codes, password kept', async () => {
  const { person } = showSections()
  server.refuse('POST', '/users/totp', 'CODE_REQUIRED')
  const mail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, mail)
  await person.click(await button(`${t('factors.totp.start')}: ${t('factors.totp.title')}`))
  await person.type(await screen.findByLabelText(t('auth.field.password')), 'Volcan#2026')
  const started = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Quincena:ana' }
  server.answer('POST', '/users/totp', totpStarted, started)
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182{Enter}')
  const app = within(await screen.findByRole('dialog', { name: t('factors.totp.title') }))
  server.answer('POST', '/users/totp/confirm', z.null(), null)
  server.refuse('POST', '/users/recovery-codes', 'CODE_REQUIRED')
  server.answer('POST', '/users/step-up', codeSent, { via: 'TOTP', sentTo: null })
  await person.type(app.getByLabelText(t('ui.code.title')), '111111{Enter}')
  const again = within(await screen.findByRole('dialog', { name: t('stepUp.title') }))
  expect(again.getByText(t('factors.recovery.why'))).toBeTruthy()
  expect(await again.findByText(t('factors.app.next'))).toBeTruthy()
  expect(again.queryByLabelText(t('auth.field.password'))).toBeNull()
  server.answer('POST', '/users/recovery-codes', recoveryCodes, { codes: ['aaaaa-bbbb2'] })
  await person.type(again.getByLabelText(t('ui.code.title')), '222222{Enter}')
  expect(await screen.findByText('aaaaa-bbbb2')).toBeTruthy()
  const [, sent] = server.requests('POST', '/users/recovery-codes')
  expect(sent?.body).toEqual({ password: 'Volcan#2026', code: '222222' })
})

test('eight codes are left → their number alone', async () => {
  showSections({ recoveryCodes: kept })
  expect(await screen.findByText('Quedan 8 de 10')).toBeTruthy()
  expect(screen.queryByText(t('factors.recovery.few'))).toBeNull()
})

test('two codes are left → somebody is asked to make others', async () => {
  showSections({ recoveryCodes: { ...kept, left: 2 } })
  expect(await screen.findByText('Quedan 2 de 10')).toBeTruthy()
  expect(screen.getByText(t('factors.recovery.few'))).toBeTruthy()
})
