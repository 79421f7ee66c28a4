import { setTimeout as sleep } from 'node:timers/promises'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { applyDueChange, findDueChanges } from '#server/features/quorum/index.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { effects, endings } from './kinds.ts'
import { sendNotices } from './notices.ts'
import { applyRuleEndings } from './rules-by-seed.ts'

type ApplyDeps = NotifyDeps & { db: Db }

const everyMs = 30_000

/** Applies changes whose time has come, and expires those that nobody approved. */
export async function applyDueChanges(deps: ApplyDeps, now: Date): Promise<void> {
  for (const { id } of await findDueChanges(deps.db, now)) {
    await inTransaction(deps.db, (trx) =>
      applyDueChange(trx, { ...deps, effects, endings }, id, now),
    ).catch(
      // A change that fails now holds up no other.
      (err) => deps.log.error({ err, change: id }, 'settling a change failed; trying again'),
    )
  }
}

/** The worker's loop until `signal`: applies due changes, and mails the notices about open ones. */
export async function keepApplyingChanges(deps: ApplyDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await applyDueChanges(deps, new Date()).catch((err) =>
      deps.log.error({ err }, 'reading the changes failed; trying again'),
    )
    await applyRuleEndings(deps, new Date()).catch((err) =>
      deps.log.error({ err }, 'reading the endings of rules failed; trying again'),
    )
    await sendNotices(deps, new Date()).catch((err) =>
      deps.log.error({ err }, 'reading what waits for approvals failed; trying again'),
    )
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
