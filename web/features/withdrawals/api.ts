import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { payrollList } from '#contract/payrolls.ts'
import { type Transaction, transactionDetails } from '#contract/transactions.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh, quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import type { WithdrawalBody } from './withdrawal-form.ts'

/** Plans a withdrawal, which then waits for its code. The same request again is the same withdrawal. */
export function useRequestWithdrawal(payrollId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: WithdrawalBody) => {
      const path = `/companies/payrolls/${encodeURIComponent(payrollId)}/withdraw-funds`
      const answer = await sendOnce([path, body], (idempotencyKey) =>
        call(withdrawalAnswer, path, { method: 'POST', body, idempotencyKey }),
      )
      return answer.transaction
    },
    onSettled: () => {
      for (const noun of [
        'approvals',
        'transactions',
        'payrolls',
        'payment-preview',
        'dashboard',
      ]) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
  })
}

/** Destinations from which a list can choose. */
const destinationsAtMost = 100

/** The other payrolls of the company, which a withdrawal can go to. */
export function useDestinations(payrollId: string) {
  const { data } = useQuery({
    queryKey: ['payrolls', 'destinations'],
    queryFn: ({ signal }) =>
      call(payrollList, '/payrolls', { query: { page: 1, limit: destinationsAtMost }, signal }),
  })
  return data?.payrolls.filter(({ _id }) => _id !== payrollId) ?? []
}

const isOver = ({ state }: Transaction) =>
  state === 'confirmed' || state === 'rejected' || state === 'failed'

/** The withdrawal that was asked for, followed until nothing more becomes of it. */
export function useWithdrawal(id: string | null) {
  return useQuery({
    queryKey: ['transactions', 'withdrawal', id],
    queryFn: async (query) => {
      const path = `/transactions/${encodeURIComponent(id ?? '')}/details`
      const options = { signal: query.signal, automatic: isRefresh(query) }
      return (await call(transactionDetails, path, options)).transaction
    },
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? slowPollMs : quickPollMs),
  })
}
