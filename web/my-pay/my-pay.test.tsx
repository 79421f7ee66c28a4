import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { publicConfig } from '#contract/company.ts'
import {
  type EmployeeMe,
  employeeMe,
  employeePayments,
  employeeSessionAnswer,
  payoutCodeAnswer,
} from '#contract/employee-page.ts'
import { server } from '#web/testing/server.ts'
import { myPayTexts } from '#web/vite-plugins/translations.ts'
import { MyPay } from './my-pay.tsx'
import type { OwnPayment } from './place.ts'
import { rememberSession } from './session-hint.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const other = 'bcrt1q0jua4mkxarg5ggdcllq56aeetx2jtnu5g5zk2c'

const me = (more: Partial<EmployeeMe> = {}): EmployeeMe => ({
  firstName: 'Kevin',
  lastName: 'Ramírez',
  company: { _id: 'company', name: 'Café Izalco' },
  next: null,
  baseSalary: 620,
  bitcoinPercent: 30,
  shareSetBy: 'EMPLOYEE',
  cryptoAddress: address,
  addressConfirmedAt: '2026-08-03T18:00:00.000Z',
  addressHeldUntil: null,
  addressReported: false,
  bank: 'Banco Agrícola',
  bankAccountEnd: '4417',
  codeVia: 'SMS',
  holdHours: 48,
  countsFrom: null,
  usdRate: 100_000,
  consentRequired: true,
  consent: { agreed: true, textVersion: 2, at: '2026-08-04T01:22:00.000Z' },
  consentText: { version: 2, text: 'El texto entero.' },
  endsAt: new Date(Date.now() + 14 * 60_000).toISOString(),
  ...more,
})

const payment = (more: Partial<OwnPayment> = {}): OwnPayment => ({
  _id: 'line-1',
  at: '2026-10-30T21:00:00.000Z',
  period: 'octubre de 2026',
  usd: 520,
  bitcoinUsd: 156,
  dollarsUsd: 364,
  btc: '0.00175450',
  state: 'confirmed',
  cryptoAddress: address,
  receipt: true,
  arrived: null,
  dollarsPaid: null,
  ...more,
})

function answers(mine: EmployeeMe = me(), payments: OwnPayment[] = [payment()]) {
  server.answer('GET', '/employee/me', employeeMe, mine)
  server.answer('GET', '/employee/payments', employeePayments, { payments, pages: 1 })
}

function open(hash = '') {
  window.history.replaceState(null, '', `/mi-pago${hash}`)
  render(<MyPay start={{ language: 'es', texts: myPayTexts('es') }} />)
  return userEvent.setup()
}

/** The page of somebody who has entered. */
async function entered(mine?: EmployeeMe, payments?: OwnPayment[]) {
  answers(mine, payments)
  rememberSession(new Date(Date.now() + 60_000).toISOString())
  const person = open()
  await screen.findByText(/Solo tú ves esta página/)
  return person
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = async (person: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  person.click(button(name))

/** Kept by the page once it is asked for. */
const config = { network: 'regtest' as const, explorerTxUrl: '', sandbox: true }

beforeEach(() => {
  localStorage.clear()
  server.answer('GET', '/config', publicConfig, config)
  server.answer('PUT', '/employee/payout', z.null(), null)
  server.answer('PUT', '/employee/consent', z.null(), null)
})

test('without a session the page asks for a link and for nothing else', async () => {
  server.answer('POST', '/employee/links', z.null(), null)
  const person = open()
  await press(person, 'Pedir el enlace')
  expect(screen.getByText('Escribe tu correo o tu teléfono')).toBeTruthy()
  await person.type(screen.getByLabelText('Correo o teléfono'), ' kevin@izalco.sv ')
  await press(person, 'Pedir el enlace')
  await screen.findByRole('heading', { name: 'Si te conocemos, te llegó un enlace' })
  expect(server.requests('POST', '/employee/links')[0]?.body).toEqual({ email: 'kevin@izalco.sv' })
  const link = await screen.findByRole('link', { name: 'Ver el correo de prueba' })
  expect(link.getAttribute('href')).toBe('/sandbox?to=kevin%40izalco.sv')
  expect(server.requests('GET', '/employee/me')).toEqual([])
})

test('a text without @ is asked for as a phone', async () => {
  server.answer('POST', '/employee/links', z.null(), null)
  const person = open()
  await person.type(screen.getByLabelText('Correo o teléfono'), '7390 1186{Enter}')
  await screen.findByText(/te llegó un enlace/)
  expect(server.requests('POST', '/employee/links')[0]?.body).toEqual({ phone: '7390 1186' })
})

test('a link is used only by its button, and leaves the address', async () => {
  answers()
  server.answer('POST', '/employee/session', employeeSessionAnswer, {
    companies: [{ _id: 'company', name: 'Café Izalco' }],
  })
  const person = open('#t=a-token')
  await screen.findByRole('button', { name: 'Entrar' })
  expect(server.requests('POST', '/employee/session')).toEqual([])
  await press(person, 'Entrar')
  await screen.findByText(/Solo tú ves esta página/)
  expect(server.requests('POST', '/employee/session')[0]?.body).toEqual({ token: 'a-token' })
  expect(window.location.hash).toBe('')
})

test('a link of two companies → one of them is chosen with the same token', async () => {
  answers()
  const companies = [
    { _id: 'one', name: 'Café Izalco' },
    { _id: 'two', name: 'Ferretería' },
  ]
  server.answer('POST', '/employee/session', employeeSessionAnswer, { companies })
  const person = open('#t=a-token')
  await press(person, 'Entrar')
  await person.click(await screen.findByRole('button', { name: 'Ferretería' }))
  await screen.findByText(/Solo tú ves esta página/)
  expect(server.requests('POST', '/employee/session')[1]?.body).toEqual({
    token: 'a-token',
    companyId: 'two',
  })
})

test('a used link → asks for another one', async () => {
  server.refuse('POST', '/employee/session', 'LINK_ENDED')
  const person = open('#t=a-token')
  await press(person, 'Entrar')
  await screen.findByRole('heading', { name: 'Este enlace ya se usó o venció' })
  expect(button('Pedir otro enlace')).toBeTruthy()
  expect(window.location.hash).toBe('')
})

test('without a payday the last payment leads; no page leads to an explorer', async () => {
  await entered()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Tu último pago')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/api/v1/employee/payments/line-1/receipt.pdf'])
})

test('with a payday it leads, with its sum', async () => {
  await entered(me({ next: { at: '2027-01-30T15:00:00.000Z', usd: 620 } }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Sábado 30 de enero')
})

test('nobody was paid yet → the page says where payments will be', async () => {
  await entered(me({ cryptoAddress: '', bitcoinPercent: 0, consent: null }), [])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Aún no tienes pagos')
  expect(screen.getByText(/Tu salario llega en dólares/)).toBeTruthy()
})

test('the share moves by keys and by its number; both halves add up', async () => {
  const person = await entered(me({ baseSalary: 620.01 }))
  expect(button('Guardar')).toHaveProperty('disabled', true)
  screen.getByRole('slider').focus()
  await person.keyboard('{PageUp}')
  expect(screen.getByText('En bitcoin', { selector: 'dt' }).parentElement?.textContent).toContain(
    '$248.00',
  )
  const number = screen.getByLabelText('Porcentaje en bitcoin')
  await person.clear(number)
  await person.type(number, '33')
  const halves = screen.getByText('En bitcoin', { selector: 'dt' }).closest('dl')?.textContent
  expect(halves).toContain('$204.60')
  expect(halves).toContain('$415.41')
  expect(halves).toContain('204,600 sats, hoy')
})

test('a share counts by the code of the other channel; a wrong code changes nothing', async () => {
  const person = await entered()
  server.answer('POST', '/employee/payout/code', payoutCodeAnswer, { via: 'SMS', sentTo: '•• 86' })
  server.refuse('PUT', '/employee/payout', 'WRONG_CODE')
  screen.getByRole('slider').focus()
  await person.keyboard('{PageUp}')
  await press(person, 'Guardar')
  const code = await screen.findByLabelText('Código de 6 dígitos')
  expect(screen.getByText('Te mandamos un código por SMS al •• 86.')).toBeTruthy()
  await person.type(code, '111111')
  await screen.findByRole('alert')
  expect(code).toHaveProperty('value', '')

  server.answer('PUT', '/employee/payout', z.null(), null)
  answers(me({ bitcoinPercent: 40 }))
  await person.type(code, '222 222')
  await screen.findByText(/Guardado: 40/)
  const [, second] = server.requests('PUT', '/employee/payout')
  expect(second?.body).toEqual({ bitcoinPercent: 40, cryptoAddress: address, code: '222222' })
})

test('without another channel the change is saved and waits', async () => {
  const person = await entered(me({ codeVia: null }))
  expect(screen.getByText('Un cambio espera 48 horas antes de contar.')).toBeTruthy()
  screen.getByRole('slider').focus()
  await person.keyboard('{PageDown}')
  await press(person, 'Guardar')
  await waitFor(() =>
    expect(server.requests('PUT', '/employee/payout')[0]?.body).toEqual({
      bitcoinPercent: 20,
      cryptoAddress: address,
    }),
  )
  expect(server.requests('POST', '/employee/payout/code')).toEqual([])
})

test('where the company sets the share, nobody moves it here', async () => {
  await entered(me({ shareSetBy: 'COMPANY' }))
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText(/Tu empresa decide esta parte/)).toBeTruthy()
})

test('an address with a wrong character → says so; a right one is compared and saved', async () => {
  const person = await entered(me({ codeVia: null }))
  const panel = within(screen.getByRole('region', { name: 'Tu dirección' }))
  await person.click(panel.getByRole('button', { name: 'Cambiar' }))
  const field = panel.getByLabelText('Tu dirección de Bitcoin')
  await person.click(field)
  await person.paste(`${other.slice(0, -1)}q`)
  await panel.findByText(/Tiene algún carácter mal copiado/)
  await person.clear(field)
  await person.paste(address)
  await panel.findByText('Ya es tu dirección')
  await person.clear(field)
  await person.paste(`bitcoin:${other}?amount=1`)
  await panel.findByText(/Compárala con la de tu app/)
  await person.click(panel.getByRole('button', { name: 'Guardar dirección' }))
  await waitFor(() =>
    expect(server.requests('PUT', '/employee/payout')[0]?.body).toEqual({
      bitcoinPercent: 30,
      cryptoAddress: other,
    }),
  )
})

test.each([
  [{ addressReported: true }, 'Avisaron que no es tuya'],
  [{ addressHeldUntil: '2099-11-24T12:00:00.000Z' }, 'En espera hasta el 24 nov'],
  [{}, 'Ya cobraste aquí'],
  [{ addressConfirmedAt: null }, 'Nueva'],
] as [Partial<EmployeeMe>, string][])('address %o → %s', async (more, word) => {
  await entered(me(more))
  expect(screen.getByText(word)).toBeTruthy()
})

test('a payday is prepared → share and address say from when on a change counts', async () => {
  await entered(me({ countsFrom: { after: '2099-11-28T15:00:00.000Z', next: null } }))
  const sentence = /El pago del 28 nov.* ya está preparado: .* cuenta desde el siguiente\./
  expect(screen.getAllByText(sentence)).toHaveLength(2)
})

test('No lo veo → the company is told, and the person reads what to check', async () => {
  const person = await entered()
  server.answer('POST', '/employee/payments/line-1/arrived', z.null(), null)
  answers(me(), [payment({ arrived: false })])
  await press(person, 'No lo veo')
  await screen.findByText(/Le avisamos a tu empresa/)
  expect(server.requests('POST', '/employee/payments/line-1/arrived')[0]?.body).toEqual({
    arrived: false,
  })
  answers(me(), [payment({ arrived: true })])
  await press(person, /^Cambiar \(/)
  await press(person, 'Sí, me llegó')
  await screen.findByText('Dijiste que te llegó')
})

test('a payment on its way is not asked about', async () => {
  await entered(me(), [payment({ state: 'unconfirmed', receipt: false })])
  expect(screen.queryByText('¿Te llegó?')).toBeNull()
  expect(screen.getByText(/Tarda de 10 a 30 minutos/)).toBeTruthy()
})

test('consent: nothing is ticked for anybody, and both answers are one press', async () => {
  const person = await entered(me({ consent: null }))
  await press(person, 'Leer y responder')
  await screen.findByRole('heading', { name: '¿Quieres cobrar en bitcoin?' })
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
  await press(person, /^Acepto cobrar 30/)
  expect(screen.getByText('Marca la casilla para aceptar')).toBeTruthy()
  expect(server.requests('PUT', '/employee/consent')).toEqual([])
  await person.click(screen.getByRole('checkbox'))
  await press(person, /^Acepto cobrar 30/)
  await waitFor(() =>
    expect(server.requests('PUT', '/employee/consent')[0]?.body).toEqual({
      textVersion: 2,
      agreed: true,
    }),
  )
})

test.each([
  ['nothing said', null, 'Cobras todo en dólares: no hace falta'],
  ['a yes of before', me().consent, 'Aceptaste cobrar en bitcoin'],
] as const)('0 %% in bitcoin, %s → no consent is asked for', async (_, consent, said) => {
  window.location.hash = '#consentimiento'
  await entered(me({ bitcoinPercent: 0, consent }))
  expect(screen.getByText(new RegExp(said))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Leer|^Acepto/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Retirar' }) !== null).toBe(consent !== null)
  window.location.hash = ''
})

test('consent is withdrawn after a second press that says when it counts', async () => {
  const person = await entered()
  await press(person, 'Retirar')
  expect(screen.getByText(/Desde el próximo pago sin preparar/)).toBeTruthy()
  await press(person, 'Retirar')
  await waitFor(() =>
    expect(server.requests('PUT', '/employee/consent')[0]?.body).toEqual({
      textVersion: 2,
      agreed: false,
    }),
  )
})

test('a payday is prepared → a withdrawal names the one after it', async () => {
  const next = { at: '2099-11-13T15:00:00.000Z', usd: 620 }
  const countsFrom = { after: next.at, next: '2099-11-30T15:00:00.000Z' }
  const person = await entered(me({ next, countsFrom }))
  await press(person, 'Retirar')
  expect(screen.getByText(/^Vale desde el pago del 30 de noviembre\. Cobras todo/)).toBeTruthy()
})

test('the session ends under an open page → nothing of it is left', async () => {
  const person = await entered()
  server.refuse('PUT', '/employee/consent', 'LINK_ENDED')
  await press(person, 'Retirar')
  await press(person, 'Retirar')
  await screen.findByRole('heading', { name: 'Tu página se cerró' })
  expect(screen.queryByText(/\$520/)).toBeNull()
})

test('fifteen minutes are over → the page closes by itself', async () => {
  answers(me({ endsAt: new Date(Date.now() + 300).toISOString() }))
  rememberSession(new Date(Date.now() + 60_000).toISOString())
  open()
  await screen.findByRole('heading', { name: 'Tu página se cerró' })
})

test('somebody leaves → the session ends and the page asks for a link', async () => {
  const person = await entered()
  server.answer('DELETE', '/employee/session', z.null(), null)
  await press(person, 'Salir')
  await screen.findByText('Saliste. Para volver, pide otro enlace.')
  await waitFor(() => expect(server.requests('DELETE', '/employee/session')).toHaveLength(1))
})

test('no connection → the page says so and tries again', async () => {
  answers()
  server.lose('GET', '/employee/me')
  rememberSession(new Date(Date.now() + 60_000).toISOString())
  const person = open()
  await screen.findByRole('heading', { name: 'No pudimos abrir tu página' })
  answers()
  await press(person, 'Probar de nuevo')
  await screen.findByText(/Solo tú ves esta página/)
})

const waiting = /Quincena no responde en este momento/
const outlasted = { timeout: 5_000 }

test('the database fails over while a share is saved → waits, and saves by itself', async () => {
  const person = await entered(me({ codeVia: null }))
  server.refuse('PUT', '/employee/payout', 'DATABASE_UNAVAILABLE')
  screen.getByRole('slider').focus()
  await person.keyboard('{PageDown}')
  await press(person, 'Guardar')
  await screen.findByText(waiting)
  expect(screen.getByLabelText('Porcentaje en bitcoin')).toHaveProperty('value', '20')
  server.answer('PUT', '/employee/payout', z.null(), null)
  answers(me({ codeVia: null, bitcoinPercent: 20 }))
  await screen.findByText(/Guardado: 20/, undefined, outlasted)
  expect(screen.queryByText(waiting)).toBeNull()
})

test('the database is away when the page opens → it opens by itself', async () => {
  answers()
  server.refuse('GET', '/employee/payments', 'DATABASE_UNAVAILABLE')
  rememberSession(new Date(Date.now() + 60_000).toISOString())
  open()
  await screen.findByText(waiting)
  answers()
  await screen.findByText(/Solo tú ves esta página/, undefined, outlasted)
  expect(screen.queryByText(waiting)).toBeNull()
})

test('a change was saved and its answer lost with the database → it counts as saved', async () => {
  const person = await entered()
  server.answer('POST', '/employee/payout/code', payoutCodeAnswer, { via: 'SMS', sentTo: '•• 86' })
  screen.getByRole('slider').focus()
  await person.keyboard('{PageUp}')
  await press(person, 'Guardar')
  server.refuse('PUT', '/employee/payout', 'DATABASE_UNAVAILABLE')
  await person.type(await screen.findByLabelText('Código de 6 dígitos'), '222222')
  await screen.findByText(waiting)
  // The code was spent by the change that it confirmed.
  server.refuse('PUT', '/employee/payout', 'WRONG_CODE')
  answers(me({ bitcoinPercent: 40 }))
  await screen.findByText(/Guardado: 40/, undefined, outlasted)
})

test('a link was used and its answer lost with the database → the page opens', async () => {
  answers()
  server.refuse('POST', '/employee/session', 'DATABASE_UNAVAILABLE')
  const person = open('#t=a-token')
  await press(person, 'Entrar')
  await screen.findByText(waiting)
  server.refuse('POST', '/employee/session', 'LINK_ENDED')
  await screen.findByText(/Solo tú ves esta página/, undefined, outlasted)
})

test('another language → texts and calls are in it', async () => {
  const person = await entered()
  await person.selectOptions(screen.getByLabelText('Idioma'), 'en')
  await screen.findByText(/Only you see this page/)
  await waitFor(() =>
    expect(server.requests('GET', '/employee/me').at(-1)?.headers.get('Accept-Language')).toBe(
      'en',
    ),
  )
})
