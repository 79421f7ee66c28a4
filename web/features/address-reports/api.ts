import { useMutation, useQuery } from '@tanstack/react-query'
import { addressReport } from '#contract/changes.ts'
import { call } from '#web/lib/api.ts'

const pathOf = (token: string) => `/address-reports/${encodeURIComponent(token)}`

/** The change that the link is about; reading it changes nothing. */
export function useAddressReport(token: string) {
  return useQuery({
    queryKey: ['address-report', token],
    queryFn: ({ signal }) => call(addressReport, pathOf(token), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useReportAddress(token: string) {
  return useMutation({
    mutationFn: () => call(addressReport, pathOf(token), { method: 'POST' }),
    meta: { blocking: true },
  })
}

/** Says by a former e-mail or phone that the change of it is right. */
export function useConfirmChange(token: string) {
  return useMutation({
    mutationFn: () => call(addressReport, `${pathOf(token)}/confirm`, { method: 'POST' }),
    meta: { blocking: true },
  })
}
