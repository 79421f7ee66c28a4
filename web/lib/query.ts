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
/** Some 40 s of a database that fails over: the screen goes on by itself. */
const retriesWhileAway = 20

function worthRepeating(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  if (failures >= (error.isDatabaseAway ? retriesWhileAway : maximumRetries)) return false
  return error.outcomeUnknown || error.status >= 500
}

const retryDelay = (failures: number) => Math.min(1000 * 2 ** failures, 2000)

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
      queries: { staleTime: 10_000, retry: worthRepeating, retryDelay, networkMode: 'always' },
      // Never by itself: a repeated write is the person's decision.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
