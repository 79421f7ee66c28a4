import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { Chain } from '#server/ports.ts'
import { checkInvariants } from './check.ts'
import { anyBreach, storeBreaches } from './standing-breaches.ts'

export type MoneyWatchDeps = { db: Db; chain: Chain; macKey: KeyObject; log: Log }

const everyMs = 5 * minuteMs
/** The follower's time to reach the tip after a start. */
const firstAfterMs = 30_000
/** Longer than the follower needs to notice transactions that left the mempool. */
const secondLookAfterMs = 15_000

/**
 * Runs one check. While a breach exists all of history is checked: a breach ends by being mended,
 * and not by growing old.
 */
export async function watchOnce(
  { db, chain, macKey, log }: MoneyWatchDeps,
  lookAgainMs = secondLookAfterMs,
) {
  const known = await anyBreach(db)
  const options = { node: 'utxos', macKey, secondLookAfterMs: lookAgainMs } as const
  let checked = await checkInvariants(db, chain, {
    ...options,
    history: known ? 'all' : 'recent',
  })
  for (const breach of checked.breaches) log.error(breach, 'an invariant of the money is broken')
  if (!known && checked.breaches.length > 0) {
    checked = await checkInvariants(db, chain, { ...options, history: 'all' })
  }
  if (checked.notAtNode) log.warn({ why: checked.notAtNode }, 'UTXOs not compared with the node')
  await storeBreaches(db, checked)
}

/** The worker's loop that checks the money every 5 minutes, until `signal`. */
export async function watchMoney(deps: MoneyWatchDeps, signal: AbortSignal): Promise<void> {
  await sleep(firstAfterMs, undefined, { signal }).catch(() => undefined)
  while (!signal.aborted) {
    await watchOnce(deps).catch((err) => deps.log.error({ err }, 'the money could not be checked'))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
