import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { company } from '#contract/company.ts'
import { dollarRuns } from '#contract/dollar-lines.ts'
import { employeeList } from '#contract/employees.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { type Transaction, transactionList } from '#contract/transactions.ts'
import { Component as PayrollScreen } from '#web/features/payrolls/payroll-screen.tsx'
import { makeCompany, makeTransaction } from './fixtures.ts'
import { answerBalance, answerPaidRun, answerPayroll, answerPrice } from './payroll-answers.ts'
import { server } from './server.ts'
import { show, t } from './show.tsx'

const path = '/payrolls/payroll-1'

/** The payroll's transactions, newest first. */
function answerTransactions(all: readonly Transaction[]) {
  server.answerBy('GET', `${path}/transactions`, transactionList, (query) => {
    const fits = (key: 'type' | 'state', one: Transaction) =>
      query.get(key) === null || query.get(key) === one[key]
    const found = all.filter((one) => fits('type', one) && fits('state', one))
    const transactions = found.slice(0, Number(query.get('limit')))
    return { transactions, totalTransactions: found.length, pages: 1, page: 1 }
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
  answerPaidRun()
  answerBalance()
  server.answer('GET', '/employees', employeeList, { employees: [], employeesMatched: 0, pages: 0 })
  server.answer('GET', '/companies/company', company, makeCompany())
  server.answer('GET', `${path}/dollar-runs`, dollarRuns, { runs: [], total: 0, pages: 0 })
  const schedulePath = '/companies/payrolls/payroll-1/schedule'
  server.answer('GET', schedulePath, scheduleAnswer, { schedule: null, next: [], missing: [] })
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
