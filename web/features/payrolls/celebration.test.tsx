import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Payment, paymentAnswer } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import { hourAgo, makePayment, makeTransaction } from '#web/testing/fixtures.ts'
import { answerPayroll } from '#web/testing/payroll-answers.ts'
import { payNow, showPayrollPage } from '#web/testing/payroll-page.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const confirmed = (values: Partial<Transaction> = {}) =>
  makeTransaction({ state: 'confirmed', confirmedAt: minutesAgo(4), confirmations: 1, ...values })
const deposit = (at: string) =>
  makeTransaction({ type: 'receive', state: 'confirmed', payment: null, createdAt: at })

const isPayFilled = () => payNow()?.classList.contains('MuiButton-contained')
const celebration = () => screen.queryByText('3 personas cobraron')
/** A status that speaks of the next payday. */
const next = 'Sí, y sobran $498.00'

function answerRun(values: Partial<Payment>) {
  const payment = makePayment({
    state: 'confirmed',
    paidLines: 3,
    transactions: [confirmed()],
    ...values,
  })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
}

beforeEach(() => localStorage.clear())

test('the status speaks of the next payday → the confirmed one is celebrated once', async () => {
  const values = { lastTransaction: confirmed() }
  const { person } = showPayrollPage({ code: 'ready' }, values)
  expect(await screen.findByText('3 personas cobraron')).toBeTruthy()
  expect(screen.getByText(next)).toBeTruthy()
  expect(isPayFilled()).toBe(false)
  await person.click(screen.getByRole('button', { name: t('payday.paid.close') }))
  expect(celebration()).toBeNull()
  expect(isPayFilled()).toBe(true)
  cleanup()
  showPayrollPage({ code: 'ready' }, values)
  expect(await screen.findByText(next)).toBeTruthy()
  expect(celebration()).toBeNull()
})

test('a deposit came since → celebrated, and its money is not named as left over', async () => {
  const lastTransaction = deposit(minutesAgo(1))
  showPayrollPage({ code: 'ready' }, { lastTransaction }, [lastTransaction, confirmed()])
  expect(await screen.findByText('3 personas cobraron')).toBeTruthy()
  expect(screen.getByText(t('payday.paid.total'))).toBeTruthy()
  expect(screen.queryByText(t('payday.paid.left'))).toBeNull()
})

test('a deposit comes while a payday is celebrated → the celebration stays', async () => {
  showPayrollPage({ code: 'paid', payment: 'payment-1', at: minutesAgo(4) })
  expect(await screen.findByText('3 personas cobraron')).toBeTruthy()
  answerPayroll({ code: 'ready' })
  expect(await screen.findByText(next, {}, { timeout: 30_000 })).toBeTruthy()
  expect(celebration()).toBeTruthy()
})

test.each<[string, Partial<Payment>]>([
  ['is a special pay', { specialRun: 'special-1' }],
  ['has a batch on its way', { state: 'unconfirmed', paidLines: 1 }],
])('the newest run %s → nothing is celebrated', async (_what, values) => {
  showPayrollPage({ code: 'ready' }, { lastTransaction: confirmed() })
  answerRun(values)
  expect(await screen.findByText(next)).toBeTruthy()
  expect(celebration()).toBeNull()
})

test('the newest run is older than three days → nothing is celebrated', async () => {
  const lastTransaction = confirmed({ confirmedAt: minutesAgo(60 * 24 * 4) })
  showPayrollPage({ code: 'ready' }, { lastTransaction })
  expect(await screen.findByText(next)).toBeTruthy()
  expect(celebration()).toBeNull()
})

test('another payment is under way → the page speaks of that one alone', async () => {
  const status = { code: 'awaitsNode', payment: 'payment-2', at: hourAgo() } as const
  showPayrollPage(status, { lastTransaction: confirmed() })
  server.answer('GET', '/companies/payments/payment-2', paymentAnswer, {
    payment: makePayment({ _id: 'payment-2', state: 'signed', transactions: [] }),
  })
  expect(await screen.findByText('Aún no: espera al nodo')).toBeTruthy()
  expect(celebration()).toBeNull()
})
