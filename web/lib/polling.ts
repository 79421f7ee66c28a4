import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** While money moves or is waited for: the eye takes it for at once. */
export const quickPollMs = 1500
/** While nothing is expected; something may happen all the same. */
export const slowPollMs = 10_000
/** The time for which parts of a page that come up together share an answer about money. */
export const sharedMs = 5_000

/**
 * Whether a query asks again for what is already on the screen. That is our own polling and not the
 * person: sent with `automatic`, it does not keep an abandoned session alive.
 */
export function isRefresh(query: { client: QueryClient; queryKey: QueryKey }): boolean {
  return query.client.getQueryData(query.queryKey) !== undefined
}
