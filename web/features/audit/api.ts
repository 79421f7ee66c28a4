import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { auditPage } from '#contract/audit.ts'
import { call } from '#web/lib/api.ts'

export const auditPageSize = 20

export function useAudit(page: number) {
  return useQuery({
    queryKey: ['audit', page],
    queryFn: ({ signal }) =>
      call(auditPage, '/companies/audit', { query: { page, limit: auditPageSize }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
