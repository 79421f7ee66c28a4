import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

interface CallMeta extends Record<string, unknown> {
  /** The screen does not show a failure itself: the application does, by a toast. */
  toast?: boolean
  /** Mutations: the whole page waits under the overlay until the answer is there. */
  blocking?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: CallMeta
    defaultError: Error
  }
}

const maximumRetries = 2

function worthRepeating(failures: number, error: Error): boolean {
  if (failures >= maximumRetries || !(error instanceof ApiError)) return false
  return error.outcomeUnknown || error.status >= 500
}

/** `report` gets every failure whose `meta` asks for a toast. */
export function createQueryClient(report: (error: Error, kind: 'read' | 'write') => void) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.toast) report(error, 'read')
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.toast) report(error, 'write')
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: worthRepeating, networkMode: 'always' },
      // Never by itself: a repeated write is the person's decision.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
