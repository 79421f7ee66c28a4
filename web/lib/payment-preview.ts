import { queryOptions } from '@tanstack/react-query'
import { paymentPreview } from '#contract/payments.ts'
import { call } from './api.ts'
import { isRefresh } from './polling.ts'

/**
 * What paying a payroll now would do: the pay dialog shows it, and the payroll's page takes from it
 * what is missing to the satoshi.
 */
export const paymentPreviewQuery = (payrollId: string) =>
  queryOptions({
    queryKey: ['payment-preview', payrollId],
    queryFn: (query) =>
      call(paymentPreview, `/companies/payrolls/${payrollId}/payment-preview`, {
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    // Who opens the dialog wants it as it is now.
    staleTime: 0,
    meta: { quiet: true },
  })
