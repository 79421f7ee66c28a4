import { useQuery } from '@tanstack/react-query'
import { networkState } from '#contract/network.ts'
import { call } from '#web/lib/api.ts'

const pollIntervalMs = 10_000

/** Since when the node is silent, longer than usual; null while it is not, and while nobody knows. */
export function useQuietSince(): string | null {
  const { data } = useQuery({
    queryKey: ['network'],
    queryFn: ({ signal }) => call(networkState, '/network', { signal, automatic: true }),
    refetchInterval: pollIntervalMs,
    staleTime: pollIntervalMs / 2,
  })
  return data?.quietSince ?? null
}
