import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { approvalOptions } from '#contract/approvals.ts'
import {
  batchFeeOffer,
  bumpOffer,
  cancelOffer,
  type FeeProofBody,
  transactionAnswer,
} from '#contract/fee-bumps.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { payrollBalance } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { finalDepth } from '#domain/block-depths.ts'
import { btcText, parseBtc } from '#domain/money.ts'
import { call } from '#web/lib/api.ts'
import { quickPollMs, slowPollMs } from '#web/lib/polling.ts'
import { sendOnce } from '#web/lib/send-once.ts'
import { transactionDetailsQuery } from '#web/shared/approval/api.ts'
import { usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'

function pollMs({ state, confirmations }: Transaction): number | false {
  if (state === 'failed' || state === 'rejected') return false
  if (state === 'removed') return slowPollMs
  if (state === 'confirmed') return confirmations < finalDepth ? slowPollMs : false
  return quickPollMs
}

/** Without an id it asks for nothing. */
export function useTransaction(id: string | undefined) {
  return useQuery({
    ...transactionDetailsQuery(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? pollMs(state.data.transaction) : false),
  })
}

/** The note that was written when paying; it belongs to the whole run. */
export function usePaymentNote(transaction: Transaction): string {
  const id = transaction.payment?._id
  const { data } = useQuery({
    queryKey: ['payments', 'note', id],
    queryFn: async ({ signal }) => {
      const path = `/companies/payments/${encodeURIComponent(id ?? '')}`
      return (await call(paymentAnswer, path, { signal })).payment.note
    },
    enabled: id !== undefined,
    // A note never changes; without it the page is complete.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? ''
}

const writePath = (id: string, act: string) => `/transactions/${encodeURIComponent(id)}/${act}`

/** The cost of speeding a transaction up now, asked on demand; also at the person's own rate. */
export function useBumpOffer(id: string, enabled = true, feeRate: number | null = null) {
  return useQuery({
    queryKey: ['transactions', 'bump', id, feeRate],
    queryFn: ({ signal }) => call(bumpOffer, writePath(id, 'bump'), { signal, query: { feeRate } }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Acts whose fee may be above what was ordered. */
export type FeeAct = 'cancel' | 'fee' | 'bump'

/** The challenge over a fee, for a passkey; null: the person has none. */
export async function readFeeOptions(id: string, act: FeeAct, feeRate?: number) {
  const url = writePath(id, `${act}-options`)
  return (
    await call(approvalOptions, url, {
      method: 'POST',
      savesNothing: true,
      ...(feeRate !== undefined && { body: { feeRate } }),
    })
  ).options
}

/** The fee that a batch takes now which waits for its fee. */
export function useBatchFee(id: string) {
  return useQuery({
    queryKey: ['transactions', 'fee', id],
    queryFn: ({ signal }) => call(batchFeeOffer, writePath(id, 'fee'), { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The cost of cancelling a transaction now. */
export function useCancelOffer(id: string) {
  return useQuery({
    queryKey: ['transactions', 'cancel', id],
    queryFn: ({ signal }) => call(cancelOffer, writePath(id, 'cancel'), { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * The payroll's funds when so much more goes to fees, and `backBtc` returns; undefined until it is
 * known.
 */
export function useRestAfter(payrollId: string, costBtc: string | undefined, backBtc = '0') {
  const price = useBtcPrice()?.price
  const { data } = useQuery({
    queryKey: ['payrolls', 'one', payrollId, 'rest'],
    queryFn: ({ signal }) =>
      call(payrollBalance, `/payrolls/${encodeURIComponent(payrollId)}/balance`, { signal }),
    staleTime: 0,
  })
  const cost = costBtc === undefined ? null : parseBtc(costBtc)
  const back = parseBtc(backBtc)
  if (!data || cost === null || back === null || price === undefined) return undefined
  const sats = BigInt(data.balance) + back - cost
  if (sats < 0n) return undefined
  return { btc: btcText(sats), usd: usdOfSats(sats, price) ?? 0 }
}

/** Answers what people see of the transaction from now on: it, or what took its place. */
function useReplace<Body>(id: string, act: FeeAct) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Body) => {
      const url = writePath(id, act)
      const answer = await sendOnce([url, body], (idempotencyKey) =>
        call(transactionAnswer, url, {
          method: 'POST',
          ...(body !== undefined && { body }),
          idempotencyKey,
        }),
      )
      return answer.transaction
    },
    onSettled: () => {
      for (const noun of ['transactions', 'payments', 'payrolls', 'payment-preview', 'dashboard']) {
        void client.invalidateQueries({ queryKey: [noun] })
      }
    },
  })
}

export const useBump = (id: string) => useReplace<FeeProofBody & { feeRate: number }>(id, 'bump')
export const useCancelPayment = (id: string) => useReplace<FeeProofBody | undefined>(id, 'cancel')
export const usePayBatchFee = (id: string) => useReplace<FeeProofBody | undefined>(id, 'fee')
