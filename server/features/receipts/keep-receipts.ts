import type { Db } from '#server/platform/db/database.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import { type IssueDeps, issueDueReceipts } from './issue.ts'
import { tellOnTheWay } from './mails.ts'

type DutyDeps = Omit<IssueDeps, 'now'> & { db: Db; listener: Listener }

const lookMs = 30_000
/**
 * The interval of notices about payments still on their way: they come after a minute anyway, so
 * some seconds more do not matter.
 */
const tellMs = 5_000

/**
 * Issues and voids receipts whenever a transaction or a block changes, at the latest 30 s after,
 * until `signal`.
 */
export async function keepReceipts(deps: DutyDeps, signal: AbortSignal): Promise<void> {
  const { db, listener, log } = deps
  let saidAt = 0
  while (!signal.aborted) {
    const woken = new AbortController()
    const either = AbortSignal.any([signal, woken.signal])
    const wake = Promise.race(
      (['transactions', 'chain'] as const).map((channel) => listener.next(channel, lookMs, either)),
    )
    try {
      await issueDueReceipts(db, { ...deps, now: new Date() })
      if (Date.now() - saidAt >= tellMs) {
        await tellOnTheWay(db, { ...deps, now: new Date() })
        saidAt = Date.now()
      }
    } catch (err) {
      log.warn({ err }, 'issuing receipts failed; trying again')
    }
    await wake
    woken.abort()
  }
}
