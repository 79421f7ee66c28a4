import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { type Payroll, payrollList } from '#contract/payrolls.ts'
import { priceHistory } from '#contract/prices.ts'
import { call } from '#web/lib/api.ts'
import { inTime } from '#web/lib/first-answers.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { nextPaydayQuery } from '#web/shared/calendar/api.ts'
import { configQuery } from '#web/shared/config.ts'
import { isTransactionOpen } from './open-transactions.ts'

const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: (query) =>
    call(dashboard, '/users/dashboard', { signal: query.signal, automatic: isRefresh(query) }),
})

/** Asks often while a transaction is on its way, and seldom otherwise: a deposit may come any time. */
export function useDashboard() {
  return useQuery({
    ...dashboardQuery,
    refetchInterval: ({ state }) =>
      state.data?.lastTransactions.some(isTransactionOpen) ? quickPollMs : slowPollMs,
  })
}

const largestPage = 100

async function allPayrolls(options: { signal: AbortSignal; automatic: boolean }) {
  const found: Payroll[] = []
  for (let page = 1; ; page += 1) {
    const query = { page, limit: largestPage }
    const { payrolls, pages } = await call(payrollList, '/payrolls', { ...options, query })
    found.push(...payrolls)
    if (page >= pages) return found
  }
}

/** The key begins with the noun, whose changes refresh it. */
const payrollsQuery = queryOptions({
  queryKey: ['payrolls', 'all'],
  queryFn: (query) => allPayrolls({ signal: query.signal, automatic: isRefresh(query) }),
})

/** Every payroll, for whether it is covered. */
export const useAllPayrolls = ({ isMoving }: { isMoving: boolean }) =>
  useQuery({ ...payrollsQuery, refetchInterval: isMoving ? quickPollMs : slowPollMs })

const historyHours = 24
const historyIntervalMs = 60_000

const historyQuery = queryOptions({
  queryKey: ['btc-price-history'],
  queryFn: ({ signal }) =>
    call(priceHistory, '/coins/btc/history', {
      query: { hours: historyHours },
      signal,
      automatic: true,
    }),
  refetchInterval: historyIntervalMs,
})

export const usePriceHistory = () => useQuery(historyQuery).data?.points

/** The answers that the dashboard begins with. */
export const prefetchDashboard = (client: QueryClient) =>
  inTime([
    client.prefetchQuery(dashboardQuery),
    client.prefetchQuery(payrollsQuery),
    client.prefetchQuery(nextPaydayQuery),
    client.prefetchQuery(historyQuery),
    client.prefetchQuery(configQuery),
  ])
