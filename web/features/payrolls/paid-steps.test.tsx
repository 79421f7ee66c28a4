import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { dollarLinesMarked } from '#contract/dollar-lines.ts'
import { type Payment, paymentAnswer, paymentPeople } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { answerLines, beto, listPath, rosa } from '#web/testing/dollar-lines.ts'
import { makePayment, makeTransaction } from '#web/testing/fixtures.ts'
import { answerPayroll } from '#web/testing/payroll-answers.ts'
import { showPayrollPage } from '#web/testing/payroll-page.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const sent = { at: minutesAgo(2), by: 'Marta Rivas (marta@izalco.sv)' }

const ofSent = { paid: 9, dollars: { people: 2, left: 0 } }

const paid: Partial<PayrollStatus> = {
  code: 'paid',
  payment: 'payment-1',
  at: minutesAgo(4),
  lines: 9,
  totalUsd: 7083.7,
  paid: 7,
  paidUsd: 6601.81,
  dollars: { people: 2, left: 2 },
}

function answerRun(values: Partial<Payment> = {}) {
  const transactions = [makeTransaction({ state: 'confirmed', confirmations: 1 })]
  const payment = makePayment({
    state: 'confirmed',
    totalUsd: 7083.7,
    bitcoinUsd: 6601.81,
    dollarsUsd: 481.89,
    totalBtc: '0.06601810',
    networkFee: { btc: '0.00000410', usd: 0.41 },
    lines: 9,
    paidLines: 7,
    transactions,
    period: { key: '2026-11-Q2', dueAt: null, extra: false },
    ...values,
  })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
  server.answer('GET', '/payments/payment-1/people', paymentPeople, {
    lines: [],
    totals: {
      people: payment.lines,
      bitcoinPeople: 7,
      bitcoinUsd: payment.bitcoinUsd,
      dollarsPeople: 2,
      dollarsUsd: payment.dollarsUsd,
      btc: payment.totalBtc,
    },
    pages: 1,
  })
}

function showPaid(status: Partial<PayrollStatus> = {}, values: Partial<Payment> = {}) {
  const shown = showPayrollPage({ ...paid, ...status }, { employees: 4 })
  answerRun(values)
  return shown
}

const panel = async () => screen.findByRole('region', { name: /banco|cobr/ })
const steps = async () => within(await panel()).getAllByRole('heading', { level: 3 })
const texts = async () => (await steps()).map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })
const isFilled = (name: string) => button(name).classList.contains('MuiButton-contained')

beforeEach(() => {
  localStorage.clear()
  answerLines()
})

test('paid by both ways → two steps in one panel, with people and sums of the payment', async () => {
  showPaid()
  expect(await screen.findByText('7 ya cobraron; faltan 2 por tu banco')).toBeTruthy()
  expect(screen.getByText(/^Pagada en parte, hoy \d+:\d\d$/)).toBeTruthy()
  expect(screen.getByText('2.ª quincena de noviembre · 9 personas')).toBeTruthy()
  await waitFor(async () =>
    expect(await texts()).toEqual([
      '7 personas cobraron en bitcoin $6,601.81',
      'Falta pasar $481.89 a 2 personas por tu banco',
    ]),
  )
  const shown = (await panel()).textContent
  for (const said of [
    'comisión $0.41',
    'confirmada, 1 de 6 bloques',
    'Rosa Chicas',
    'Banco Izalco ····6789',
    'DUI 01234567-8',
    'Sin cuenta',
  ]) {
    expect(shown).toContain(said)
  }
  expect(isFilled('Descargar lista para el banco')).toBe(true)
  expect(isFilled('Ya lo pasé')).toBe(false)
  // Neither the celebration nor a second line about the dollars.
  expect(screen.queryByRole('button', { name: t('payday.paid.close') })).toBeNull()
  expect(screen.queryByText(t('dollarList.link'))).toBeNull()
})

test('all of it in dollars → the step of the bank alone', async () => {
  const dollars = { people: 9, left: 9 }
  showPaid({ paid: 0, paidUsd: 0, dollars }, { bitcoinUsd: 0, paidLines: 0, transactions: [] })
  expect(await screen.findByText('Aún no: la lista va a tu banco')).toBeTruthy()
  expect(await texts()).toEqual(['Falta pasar $481.89 a 2 personas por tu banco'])
  expect(screen.queryByRole('button', { name: t('payday.paid.export') })).toBeNull()
})

test('the list is downloaded → the answer is read again, and says who took it', async () => {
  const { person } = showPaid()
  const download = await screen.findByRole('button', { name: 'Descargar lista para el banco' })
  server.answer('GET', `${listPath}.csv`, z.null(), null)
  answerLines({ sent })
  answerPayroll({ ...paid, ...ofSent })
  await person.click(download)
  expect(
    await screen.findByText(/^Marta Rivas \(marta@izalco\.sv\) descargó la lista hoy, \d+:\d\d$/),
  ).toBeTruthy()
  expect(await screen.findByText('Falta confirmar $481.89 de tu banco')).toBeTruthy()
  expect(await texts()).toContain('Confirma que tu banco pasó $481.89 a 2 personas')
  expect(isFilled('Ya lo pasé')).toBe(true)
  expect(isFilled('Descargarla otra vez')).toBe(false)
})

test('the bank has passed it → marked with one reference, then it is celebrated', async () => {
  server.answer('PATCH', listPath, dollarLinesMarked, { people: 2, usd: 481.89 })
  answerLines({ sent })
  const { person } = showPaid(ofSent, { paidLines: 9 })
  await person.click(await screen.findByRole('button', { name: 'Ya lo pasé' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('$481.89')
  answerLines({ sent, paidUsd: 481.89, lines: [rosa, beto].map((one) => ({ ...one, paid: true })) })
  // Without the mouse.
  await person.keyboard('TR-77{Enter}')
  expect(await screen.findByText('9 personas cobraron')).toBeTruthy()
  expect(server.requests('PATCH', listPath).map(({ body }) => body)).toEqual([
    { paid: true, reference: 'TR-77' },
  ])
})

test('the bank never had the list → that is asked, and said to the server', async () => {
  server.answer('PATCH', listPath, dollarLinesMarked, { people: 2, usd: 481.89 })
  answerLines({ sent })
  const { person } = showPaid(ofSent)
  await person.click(await screen.findByRole('button', { name: 'No se envió' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('si lo pasó, se pagaría dos veces')
  answerLines()
  answerPayroll(paid)
  await person.click(within(dialog).getByRole('button', { name: 'No se envió' }))
  expect(await screen.findByText('7 ya cobraron; faltan 2 por tu banco')).toBeTruthy()
  expect(server.requests('PATCH', listPath).map(({ body }) => body)).toEqual([{ sent: false }])
})

test('one of two is marked → what is left, and the reference of the other', async () => {
  const marked = { ...rosa, paid: true, paidAt: minutesAgo(1), reference: 'TR-9' }
  answerLines({ sent, lines: [marked, beto], paidUsd: 381.89 })
  showPaid(ofSent)
  await waitFor(async () =>
    expect(await texts()).toContain('Faltan $100.00 de $481.89 por tu banco'),
  )
  expect((await panel()).textContent).toMatch(/Pagado el .+ · TR-9/)
})

test('more people than the panel names → the way to all of them', async () => {
  answerLines({ linesMatched: 40 })
  showPaid()
  const link = await screen.findByRole('link', { name: 'Ver las otras 38' })
  expect(link.getAttribute('href')).toBe('/payrolls/details/payroll-1/en-dolares/payment-1')
})

test('the payment is on its way → its panel has the list already', async () => {
  showPaid({ code: 'sent', ...ofSent, dollars: { people: 2, left: 2 } }, { state: 'unconfirmed' })
  expect(await screen.findByText(/^Enviada/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Descargar lista para el banco' })).toBeTruthy()
})

test('the list is released, and not noted yet → it comes by itself', async () => {
  server.refuse('GET', listPath, 'NOT_APPROVED')
  showPaid()
  await waitFor(() => expect(server.requests('GET', listPath).length).toBeGreaterThan(0))
  answerLines()
  expect(
    await screen.findByRole(
      'button',
      { name: 'Descargar lista para el banco' },
      { timeout: 30_000 },
    ),
  ).toBeTruthy()
})
