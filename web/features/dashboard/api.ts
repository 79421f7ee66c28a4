import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { type Payroll, payrollList } from '#contract/payrolls.ts'
import { priceHistory } from '#contract/prices.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { isOpen } from './open-transactions.ts'

const key = 'dashboard'

/** Asks often while a transaction is on its way, and seldom otherwise: a deposit may come any time. */
export function useDashboard() {
  return useQuery({
    queryKey: [key],
    queryFn: (query) =>
      call(dashboard, '/users/dashboard', { signal: query.signal, automatic: isRefresh(query) }),
    refetchInterval: ({ state }) =>
      state.data?.lastTransactions.some(isOpen) ? quickPollMs : slowPollMs,
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

/** Every payroll, for whether it is covered. The key begins with the noun, whose changes refresh it. */
export function usePayrolls({ isMoving }: { isMoving: boolean }) {
  return useQuery({
    queryKey: ['payrolls', 'all'],
    queryFn: (query) => allPayrolls({ signal: query.signal, automatic: isRefresh(query) }),
    refetchInterval: isMoving ? quickPollMs : slowPollMs,
  })
}

const historyHours = 24
const historyIntervalMs = 60_000

export function usePriceHistory() {
  return useQuery({
    queryKey: ['btc-price-history'],
    queryFn: ({ signal }) =>
      call(priceHistory, '/coins/btc/history', {
        query: { hours: historyHours },
        signal,
        automatic: true,
      }),
    refetchInterval: historyIntervalMs,
  }).data?.points
}
