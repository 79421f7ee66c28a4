import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { dollarLineAnswer, dollarRuns } from '#contract/dollar-lines.ts'
import { paymentAnswer } from '#contract/payments.ts'
import type { Role } from '#domain/roles.ts'
import { answerLines, beto, listPath, rosa } from '#web/testing/dollar-lines.ts'
import { makePayment } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as DollarLinesScreen } from './dollar-lines-screen.tsx'

beforeEach(() => {
  setElementWidth(widths.desk)
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment: makePayment() })
  server.answer('GET', '/payrolls/payroll-1/dollar-runs', dollarRuns, dollarRunsOf('payment-1'))
  answerLines()
})

const dollarRunsOf = (...ids: string[]) => ({
  runs: ids.map((_id) => ({
    _id,
    at: '2026-10-30T21:00:00.000Z',
    note: 'Octubre',
    people: 2,
    totalUsd: 481.89,
    paidUsd: 100,
    due: true,
  })),
  total: ids.length,
  pages: 1,
})

test('an older run in dollars → its list is one press away', async () => {
  const path = '/payrolls/payroll-1/dollar-runs'
  server.answer('GET', path, dollarRuns, dollarRunsOf('payment-1', 'payment-0'))
  await showList()
  const link = await screen.findByRole('link', { name: /^Ver la lista del pago del/ })
  expect(link.getAttribute('href')).toBe('/payrolls/details/payroll-1/en-dolares/payment-0')
  expect(link.closest('li')?.textContent).toContain('faltan $381.89')
})

async function showList(role: Role = 'ADMIN') {
  const shown = show(
    <Routes>
      <Route path="/payrolls/details/:id/en-dolares/:paymentId" element={<DollarLinesScreen />} />
    </Routes>,
    '/payrolls/details/payroll-1/en-dolares/payment-1',
    role,
  )
  await screen.findByRole('row', { name: /Rosa Chicas/ })
  return shown
}

const marks = () => screen.queryAllByRole('button', { name: /^Marcar pagado a/ })

test('the list opens → person, bank, account and amount stand in a row, the sum above', async () => {
  await showList()
  const row = screen.getByRole('row', { name: /Rosa Chicas/ })
  for (const shown of ['01234567-8', 'Banco Izalco', '0123 4567-89', '$381.89', 'Pendiente']) {
    expect(row.textContent).toContain(shown)
  }
  expect(screen.getByText('Aún no: faltan $481.89')).toBeTruthy()
  expect(screen.getByRole('row', { name: /Beto Ruiz/ }).textContent).toContain('Sin cuenta')
})

test('a line is marked with a reference → it is sent once, and the list read again', async () => {
  const paid = { ...rosa, paid: true, paidAt: '2026-11-23T15:00:00.000Z', reference: 'T-77' }
  server.answer('PATCH', `${listPath}/line-1`, dollarLineAnswer, { line: paid })
  const { person } = await showList()
  await person.click(screen.getByRole('button', { name: 'Marcar pagado a Rosa Chicas' }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByLabelText(/^Referencia/), 'T-77')
  answerLines({ lines: [paid, beto], paidUsd: 381.89 })
  await person.click(within(dialog).getByRole('button', { name: t('dollarList.mark') }))
  expect(await screen.findByText('Faltan $100.00 de $481.89')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests('PATCH', `${listPath}/line-1`).map(({ body }) => body)).toEqual([
    { paid: true, reference: 'T-77' },
  ])
  expect(screen.getByRole('row', { name: /Rosa Chicas/ }).textContent).toContain('T-77')
})

test('a mark was a mistake → it is taken back', async () => {
  const paid = { ...rosa, paid: true, paidAt: '2026-11-23T15:00:00.000Z', reference: 'T-77' }
  answerLines({ lines: [paid, beto], paidUsd: 381.89 })
  server.answer('PATCH', `${listPath}/line-1`, dollarLineAnswer, { line: rosa })
  const { person } = await showList()
  await person.click(screen.getByRole('button', { name: 'Cambiar la marca de Rosa Chicas' }))
  await person.click(await screen.findByRole('button', { name: t('dollarList.undo') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests('PATCH', `${listPath}/line-1`)[0]?.body).toEqual({
    paid: false,
    reference: '',
  })
})

test('the payment has not gone out → nothing can be marked, and that is said', async () => {
  answerLines({ due: false })
  await showList()
  expect(screen.getByText(t('dollarList.notDue'))).toBeTruthy()
  expect(marks()).toEqual([])
})

test.each([
  ['ADMIN', 2],
  ['PAYROLL', 2],
  ['APPROVER', 0],
  ['ACCOUNTANT', 0],
] as const)('%s → %i lines can be marked', async (role, count) => {
  await showList(role)
  expect(marks()).toHaveLength(count)
})
