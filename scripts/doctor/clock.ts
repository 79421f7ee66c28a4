import type { Config } from '#server/startup/config.ts'
import { type Finding, fine, note, wrong } from './finding.ts'

const patienceMs = 5_000
/** An exchange gives whole seconds, and its answer took time to arrive. */
const toleranceMs = 10_000

/** How far this clock is from what the exchanges say of the time: the database's may be this very clock. */
export async function examineClock({ priceSources }: Config): Promise<Finding[]> {
  if (!priceSources) return []
  const answers = await Promise.all(priceSources.map(({ baseUrl }) => apartFrom(baseUrl)))
  const aparts = answers.filter((apartMs) => apartMs !== null)
  if (aparts.length === 0) return [note("Nobody else's clock could be asked for the time.")]
  // An exchange that agrees proves the clock right: a wrong clock is wrong everywhere, and an
  // answer may be out of a cache.
  const leastMs = Math.min(...aparts)
  return [
    leastMs > toleranceMs
      ? wrong(
          `This machine's clock and the exchanges' are ${Math.round(leastMs / 1000)} s apart: prices and codes would be taken for old. Run an NTP client.`,
        )
      : fine("This machine's clock agrees with the exchanges'."),
  ]
}

/** Null where it does not answer, or not with a time. */
async function apartFrom(baseUrl: string): Promise<number | null> {
  try {
    const before = Date.now()
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(baseUrl, { method: 'HEAD', redirect: 'manual', signal })
    const middle = (before + Date.now()) / 2
    const at = Date.parse(response.headers.get('date') ?? '')
    return Number.isNaN(at) ? null : Math.abs(at - middle)
  } catch {
    return null
  }
}
