import { setTimeout as sleep } from 'node:timers/promises'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { applyDueChange, findDueChanges } from '#server/features/quorum/index.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { effects, endings } from './kinds.ts'
import { sendNotices } from './notices.ts'

type ApplyDeps = NotifyDeps & { db: Db }

const everyMs = 30_000

/** Changes whose time has come take effect, those that nobody approved expire. */
export async function applyDueChanges(deps: ApplyDeps, now: Date): Promise<void> {
  for (const { id } of await findDueChanges(deps.db, now)) {
    await inTransaction(deps.db, (trx) =>
      applyDueChange(trx, { ...deps, effects, endings }, id, now),
    ).catch(
      // One that cannot be dealt with now holds up no other.
      (err) => deps.log.error({ err, change: id }, 'settling a change failed; trying again'),
    )
  }
}

/** The duty that does so until `signal`, and mails what is to be said of what waits. */
export async function keepApplyingChanges(deps: ApplyDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await applyDueChanges(deps, new Date()).catch((err) =>
      deps.log.error({ err }, 'reading the changes failed; trying again'),
    )
    await sendNotices(deps, new Date()).catch((err) =>
      deps.log.error({ err }, 'reading what waits for approvals failed; trying again'),
    )
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
