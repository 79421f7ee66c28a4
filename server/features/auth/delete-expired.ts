import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs, hourMs, minuteMs } from '#domain/durations.ts'
import { sweepGuessCounts } from '#server/authorization/guess-counts.ts'
import { freezeLivesMinutes } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sweepRateLimits } from '#server/platform/http/rate-limits.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { toExpiryCutoff } from './company-invitations.ts'
import { deviceLivesDays } from './device-cookie.ts'

const everyMs = 10 * minuteMs
/** Longer than any of the rows below is of use. */
const keptMs = 48 * hourMs

/**
 * Deletes expired rows: request counts, sessions, codes, challenges, links, former channels,
 * devices, networks.
 */
export async function sweepOnce(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await sweepRateLimits(db, now)
  await sweepGuessCounts(db)
  await db.deleteFrom('sessions').where('created_at', '<', before).execute()
  await db.deleteFrom('verification_codes').where('created_at', '<', before).execute()
  await db.deleteFrom('mfa_challenges').where('created_at', '<', before).execute()
  const shortLived = new Date(now.getTime() - everyMs)
  await db.deleteFrom('webauthn_challenges').where('created_at', '<', shortLived).execute()
  await db.deleteFrom('reset_links').where('created_at', '<', before).execute()
  await db.deleteFrom('sign_up_invitations').where('created_at', '<', toExpiryCutoff(now)).execute()
  await db
    .deleteFrom('former_channels')
    .where('until', '<', before)
    // Unfreezing asks where codes went before the freeze, at any time later.
    .where('company_id', 'not in', (eb) =>
      eb.selectFrom('companies').select('id').where('frozen_at', 'is not', null),
    )
    .execute()
  const freezable = new Date(now.getTime() - freezeLivesMinutes * minuteMs)
  await db.deleteFrom('freeze_links').where('created_at', '<', freezable).execute()
  const forgotten = new Date(now.getTime() - deviceLivesDays * dayMs)
  await db.deleteFrom('device_cookies').where('last_at', '<', forgotten).execute()
  await db.deleteFrom('known_networks').where('last_at', '<', forgotten).execute()
  await db.deleteFrom('failed_sign_ins').where('last_at', '<', before).execute()
}

/** The worker's loop that deletes expired rows every 10 minutes, until `signal`. */
export async function sweepAccounts(
  { db, log }: { db: Db; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sweepOnce(db, new Date()).catch((err) => log.error({ err }, 'could not sweep accounts'))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
