import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ChangeGroup, changes } from '#contract/changes.ts'
import { call } from '#web/lib/api.ts'
import { isRefresh } from '#web/lib/polling.ts'

const path = (payrollId: string) => `/companies/payrolls/${encodeURIComponent(payrollId)}/changes`

/** `version` is the hash of the preview beside it: with another one the changes are read again. */
const changesQuery = (payrollId: string, version: string) =>
  queryOptions({
    queryKey: ['payment-preview', 'changes', payrollId, version],
    queryFn: (query) =>
      call(changes, path(payrollId), {
        // The rows come when somebody opens a count.
        query: { page: 1, limit: 1 },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    placeholderData: keepPreviousData,
  })

export const useChanges = (payrollId: string, version: string, enabled: boolean) =>
  useQuery({ ...changesQuery(payrollId, version), enabled })

const atOnce = 20

export interface RowsQuery {
  payrollId: string
  version: string
  group: ChangeGroup
}

/** The rows of one count, page after page. */
export function useChangeRows({ payrollId, version, group }: RowsQuery) {
  return useInfiniteQuery({
    queryKey: ['payment-preview', 'change-rows', payrollId, version, group],
    queryFn: (query) =>
      call(changes, path(payrollId), {
        query: { group, page: query.pageParam, limit: atOnce },
        signal: query.signal,
        automatic: isRefresh(query),
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}
