import { queryOptions, useQuery } from '@tanstack/react-query'
import { publicConfig } from '#contract/company.ts'
import { call } from '#web/lib/api.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(publicConfig, '/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { toast: true },
})

/** The network and the block explorer; undefined until the server has said. */
export function useConfig() {
  return useQuery(configQuery).data
}
