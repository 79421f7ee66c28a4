import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { company } from '#contract/company.ts'
import { dollarRuns } from '#contract/dollar-lines.ts'
import { employeeList } from '#contract/employees.ts'
import { paymentAnswer } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { type Payroll, payroll, payrollBalance } from '#contract/payrolls.ts'
import { btcPrice } from '#contract/prices.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import {
  type Recipient,
  type Transaction,
  transactionDetails,
  transactionList,
} from '#contract/transactions.ts'
import { Component as PayrollScreen } from '#web/features/payrolls/payroll-screen.tsx'
import { makeCompany, makePayment, makePayroll, makeStatus, makeTransaction } from './fixtures.ts'
import { server } from './server.ts'
import { show, t } from './show.tsx'

const path = '/payrolls/payroll-1'

/** The payroll's transactions, newest first. */
function answerTransactions(all: readonly Transaction[]) {
  server.answerBy('GET', `${path}/transactions`, transactionList, (query) => {
    const isAskedFor = (key: 'type' | 'state', one: Transaction) =>
      query.get(key) === null || query.get(key) === one[key]
    const found = all.filter((one) => isAskedFor('type', one) && isAskedFor('state', one))
    const transactions = found.slice(0, Number(query.get('limit')))
    return { transactions, totalTransactions: found.length, pages: 1, page: 1 }
  })
}

export function answerPrice(price = 100_000) {
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
}

/** The server's answer about a payroll in this state. */
export function answerPayroll(status: Partial<PayrollStatus>, values: Partial<Payroll> = {}) {
  server.answer('GET', path, payroll, makePayroll({ status: makeStatus(status), ...values }))
}

export function answerBalance() {
  server.answer('GET', `${path}/balance`, payrollBalance, {
    balance: 2_000_000,
    balanceString: '2000000',
    confirmedBalanceString: '2000000',
    spendableBalanceString: '2000000',
    totalReceived: 2_000_000,
    totalSent: 0,
    btcBalance: '0.02000000',
    usdBalance: 2000,
  })
}

/** A run that paid three people, one block deep. */
export function answerRun(values: Partial<Recipient> = {}) {
  const transaction = makeTransaction({
    state: 'confirmed',
    confirmations: 1,
    confirmedAt: new Date().toISOString(),
  })
  const payment = makePayment({
    state: 'confirmed',
    paidLines: 3,
    note: 'Primera quincena',
    transactions: [transaction],
  })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
  const recipients = ['Ana', 'Bea', 'Carla'].map((firstName, index) => ({
    userId: `employee-${index}`,
    firstName,
    lastName: 'Flores',
    identification: `0123456${index}-8`,
    btcAmount: '0.00500000',
    usdAmount: 500,
    bitcoinUsd: 500,
    dollarsUsd: 0,
    cryptoAddress: transaction.cryptoAddress,
    lineId: `line-${index}`,
    receipt: true,
    receiptNumber: `2026-00000${index + 1}`,
    ...values,
  }))
  const details = { recipients, order: null, approval: null }
  server.answer('GET', '/transactions/transaction-1/details', transactionDetails, {
    transaction,
    details,
  })
}

/** A payroll's page in a state, before any answer is there. */
export function showPayrollPage(
  status: Partial<PayrollStatus>,
  values: Partial<Payroll> = {},
  transactions = [makeTransaction()],
) {
  answerPrice()
  answerPayroll(status, values)
  answerTransactions(transactions)
  answerRun()
  answerBalance()
  server.answer('GET', '/employees', employeeList, { employees: [], employeesMatched: 0, pages: 0 })
  server.answer('GET', '/companies/company', company, makeCompany())
  server.answer('GET', `${path}/dollar-runs`, dollarRuns, { runs: [], total: 0, pages: 0 })
  const schedulePath = '/companies/payrolls/payroll-1/schedule'
  server.answer('GET', schedulePath, scheduleAnswer, { schedule: null, next: [] })
  return show(
    <Routes>
      <Route path="/payrolls/details/:id" element={<PayrollScreen />} />
    </Routes>,
    '/payrolls/details/payroll-1',
  )
}

/** PAGAR NÓMINA as it stands in the head of the page; null: it is not there. */
export const payNow = () =>
  screen.queryAllByRole('button', { name: t('payrolls.details.pay') })[0] ?? null
