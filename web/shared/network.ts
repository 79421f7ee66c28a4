import { queryOptions, useQuery } from '@tanstack/react-query'
import { networkState } from '#contract/network.ts'
import { call } from '#web/lib/api.ts'

const pollIntervalMs = 10_000

export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: ({ signal }) => call(networkState, '/network', { signal, automatic: true }),
  refetchInterval: pollIntervalMs,
  staleTime: pollIntervalMs / 2,
})

/** Since when the node is silent, longer than usual; null while it is not, and while nobody knows. */
export const useQuietSince = (): string | null => useQuery(networkQuery).data?.quietSince ?? null
