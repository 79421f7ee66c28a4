import {
  type NotifyDeps,
  notifyCompanies,
  type TeamChange,
} from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'

type Change = Pick<TeamChange, 'kind' | 'person' | 'role'> & { url?: string }

/**
 * Notifies every administrator of a change of the team, with a link that freezes. The caller does
 * so before the change, so that a person about to be removed is notified too.
 */
export async function notifyTeam(
  trx: Trx,
  deps: NotifyDeps,
  actor: { companyId: string; userId: string; ip: string | null },
  change: Change & { now: Date },
): Promise<void> {
  const { companyId, ip } = actor
  const { now: at, ...what } = change
  const params = { url: null, ...what, at, ip, who: await nameOfUser(trx, actor) }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'teamChanged', params } }])
}
