import { Banner } from './banner.tsx'

/** Above content that could not be asked for again: what stands there may be of before. */
export function StaleNotice({ query }: { query: { error: Error | null; data: unknown } }) {
  if (query.error === null || query.data === undefined) return null
  return <Banner>{query.error.message}</Banner>
}
