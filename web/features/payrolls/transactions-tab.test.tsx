import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Transaction, transactionList } from '#contract/transactions.ts'
import { makePayroll, makeTransaction, problem } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { TransactionsTab } from './transactions-tab.tsx'

const listPath = '/payrolls/payroll-1/transactions'
const payment = makeTransaction({ createdAt: '2026-11-14T18:30:00.000Z' })
const deposit = makeTransaction({
  _id: 'transaction-2',
  type: 'receive',
  state: 'confirmed',
  usdRate: 0,
  payment: null,
})
const pending = makeTransaction({ _id: 'transaction-3', state: 'pendingApproval', txid: null })

function answerList(transactions: Transaction[], totalTransactions = transactions.length) {
  const pages = Math.ceil(totalTransactions / 10)
  const list = { transactions, totalTransactions, pages, page: 1 }
  server.answer('GET', listPath, transactionList, list)
}

beforeEach(() => setElementWidth(widths.desk))

const showTab = () => show(<TransactionsTab payroll={makePayroll()} />)
const rowOf = (state: Transaction['state']) =>
  screen.findByRole('row', { name: new RegExp(t(`transactionState.${state}`)) })

test('a payment is listed → its row has state, amounts, rate, TX ID and date', async () => {
  answerList([payment, deposit])
  showTab()
  const row = await rowOf('unconfirmed')
  for (const shown of [
    t('transactionType.send'),
    '$1,500.00',
    '0.01500000',
    '$100,000.00',
    'a1a1a1a1a1a1…',
    '14 nov 2026, 12:30',
  ]) {
    expect(row.textContent).toContain(shown)
  }
  await waitFor(() =>
    expect(within(row).getByRole('link', { name: /a1a1…/ }).getAttribute('href')).toBe(
      `https://explorer.test/tx/${payment.txid}`,
    ),
  )
  const open = t('transactions.open', { name: payment.payroll.name, amount: '$1,500.00' })
  expect(within(row).getByRole('link', { name: open }).getAttribute('href')).toBe(
    '/dashboard/transaction/transaction-1',
  )
})

test('a deposit is listed → it has no rate and no page of its own', async () => {
  answerList([deposit])
  showTab()
  const row = await rowOf('confirmed')
  expect(row.textContent).toContain('–')
  await waitFor(() => expect(within(row).getAllByRole('link')).toHaveLength(1))
})

test('a payment waits for its approval → it has no TX ID yet', async () => {
  answerList([pending])
  showTab()
  const row = await rowOf('pendingApproval')
  expect(within(row).queryByRole('link', { name: /a1a1…/ })).toBeNull()
  expect(row.textContent).toContain('–')
})

test('the payroll has no transactions → the specification’s sentence says so', async () => {
  answerList([])
  showTab()
  expect(await screen.findByText('No hay transacciones asociadas a la nómina')).toBeTruthy()
})

test('the list is on its way → three rows are drawn for it', async () => {
  answerList([payment])
  const release = server.hold('GET', listPath)
  showTab()
  expect(screen.getByRole('status').textContent).toBe(t('ui.loading'))
  expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(4)
  release()
  expect(await rowOf('unconfirmed')).toBeTruthy()
})

test('the list cannot be loaded → it says why, and asks again on demand', async () => {
  server.refuse('GET', listPath, 'NOT_FOUND')
  const { person } = showTab()
  expect((await screen.findByRole('alert')).textContent).toContain(problem('NOT_FOUND').message)
  answerList([payment])
  await person.click(screen.getByRole('button', { name: t('ui.retry') }))
  expect(await rowOf('unconfirmed')).toBeTruthy()
})

test('there are more than ten → the next page is asked for by number', async () => {
  answerList([payment], 11)
  const { person } = showTab()
  await rowOf('unconfirmed')
  answerList([deposit], 11)
  await person.click(screen.getByRole('button', { name: t('ui.pager.next') }))
  expect(await rowOf('confirmed')).toBeTruthy()
  expect(server.requests('GET', listPath).at(-1)?.query.get('page')).toBe('2')
})

test('the screen is as narrow as a phone → transactions are cards', async () => {
  setElementWidth(widths.phone)
  answerList([payment, pending])
  showTab()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain(t('transactionState.unconfirmed'))
  expect(first?.textContent).toContain('$1,500.00')
})
