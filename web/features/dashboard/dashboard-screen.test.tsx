import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Dashboard, dashboard } from '#contract/dashboard.ts'
import { payrollList } from '#contract/payrolls.ts'
import { priceHistory } from '#contract/prices.ts'
import { makePayroll, makeStatus, makeTransaction } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './dashboard-screen.tsx'

const sent = makePayroll({ status: makeStatus({ code: 'sent', payment: 'payment-1' }) })

const known: Dashboard = {
  balance: { btcBalance: '0.01000000', usdBalance: 1000 },
  activity: { employees: 3, payrolls: 1, payments: 1 },
  company: { name: 'Café Izalco', companySector: 'Café' },
  lastTransactions: [makeTransaction({ state: 'unconfirmed' })],
  spending: [],
}

beforeEach(() => {
  answerPrice()
  server.answer('GET', '/users/dashboard', dashboard, known)
  server.answer('GET', '/coins/btc/history', priceHistory, { points: [] })
  server.answer('GET', '/payrolls', payrollList, { payrolls: [sent], payrollsMatched: 1, pages: 1 })
})

/** Long enough for what has been answered to be drawn. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 300))

test.each(['/payrolls', '/calendar/next'])(
  '%s answers late → the dashboard comes with its banner, which pushes nothing down',
  async (path) => {
    const answer = server.hold('GET', path)
    show(<Component />)
    await aMoment()
    expect(server.requests('GET', '/users/dashboard').length).toBeGreaterThan(0)
    expect(screen.queryByText('Café Izalco')).toBeNull()
    answer()
    expect(await screen.findByText('Café Izalco')).toBeTruthy()
    expect(screen.getByText(t('dashboard.banner.payment', { name: sent.name }))).toBeTruthy()
  },
)

test('the next payday cannot be read → the rest is there all the same', async () => {
  server.refuse('GET', '/calendar/next', 'NOT_FOUND')
  show(<Component />)
  expect(await screen.findByText('Café Izalco')).toBeTruthy()
})
