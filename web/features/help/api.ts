import { skipToken, useQuery } from '@tanstack/react-query'
import { payroll } from '#contract/payrolls.ts'
import { call } from '#web/lib/api.ts'

/** The payroll that the reader came from: its name and address. Read once. */
export function usePayrollOf(id: string | null) {
  return useQuery({
    queryKey: ['help', 'payroll', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(payroll, `/payrolls/${encodeURIComponent(id)}`, { signal }),
  })
}
