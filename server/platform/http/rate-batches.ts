import { count, countAllowed, type Limit, type RateLimitDeps, tooMany } from './rate-limits.ts'

/** After the last one of a window, which is short, there are no more. */
type Batch = { left: number; isLast: boolean; until: Date }

/**
 * Counts one for a subject, or throws 429, as `take` does, but asks the database only once for `size` of
 * them: it counts a whole batch there, and gives it out from memory while its window lasts. The limit is
 * never passed, in however many processes; each may hold back less than two batches of what is allowed.
 */
export function takeInBatches(deps: RateLimitDeps, limit: Limit, size: number) {
  const batches = new Map<string, Batch>()
  const onTheirWay = new Map<string, Promise<void>>()
  let sweepAt = new Date(0)

  function sweep(now: Date): void {
    if (now < sweepAt) return
    sweepAt = new Date(now.getTime() + limit.windowMs)
    for (const [subject, { until }] of batches) if (until <= now) batches.delete(subject)
  }

  async function fetchBatch(subject: string): Promise<void> {
    sweep(deps.clock.now())
    const { count: counted, until } = await count(deps, limit, subject, size)
    const beyond = Math.max(0, counted - countAllowed(deps.config, limit.count))
    const more = Math.max(0, size - beyond)
    const before = batches.get(subject)
    const left = before?.until.getTime() === until.getTime() ? before.left : 0
    batches.set(subject, { left: left + more, isLast: more < size, until })
  }

  /**
   * Concurrent callers share one fetch: one caller fetches more, and the others wait for its
   * answer.
   */
  function fetchOnce(subject: string): Promise<void> {
    const pending =
      onTheirWay.get(subject) ?? fetchBatch(subject).finally(() => onTheirWay.delete(subject))
    onTheirWay.set(subject, pending)
    return pending
  }

  return async (subject: string): Promise<void> => {
    for (;;) {
      const now = deps.clock.now()
      const batch = batches.get(subject)
      if (batch && batch.until > now) {
        if (batch.left > 0) {
          batch.left--
          // Ahead of need, so that nobody waits. Where it fails, a caller without a token left asks again.
          if (batch.left <= size / 2 && !batch.isLast) fetchOnce(subject).catch(() => undefined)
          return
        }
        if (batch.isLast) throw tooMany(now, batch.until)
      }
      await fetchOnce(subject)
    }
  }
}
