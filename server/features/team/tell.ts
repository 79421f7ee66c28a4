import {
  type NotifyDeps,
  notifyCompanies,
  notifyUser,
  type TeamChange,
} from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'

type Change = Pick<TeamChange, 'kind' | 'person' | 'role'> & {
  url?: string
  /** Somebody who is about to be removed, in whatever role. */
  leaver?: string
}

/**
 * Notifies every administrator of a change of the team, with a link that freezes, and the person who
 * is about to be removed, whose link is the last one. The caller does so before the change.
 */
export async function notifyTeam(
  trx: Trx,
  deps: NotifyDeps,
  actor: { companyId: string; userId: string; ip: string | null },
  change: Change & { now: Date },
): Promise<void> {
  const { companyId, ip } = actor
  const { now: at, leaver, ...what } = change
  const params = { url: null, ...what, at, ip, who: await nameAndEmailOf(trx, actor) }
  const content = { template: 'teamChanged', params } as const
  await notifyCompanies(trx, deps, [{ companyId, content, except: leaver ? [leaver] : [] }])
  if (!leaver) return
  await notifyUser(trx, deps, { companyId, userId: leaver }, content, { onRemoval: true })
}
