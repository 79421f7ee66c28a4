import {
  type NotifyDeps,
  notifyCompanies,
  type TeamChange,
} from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'

type Change = Pick<TeamChange, 'kind' | 'person' | 'role'> & { url?: string }

/**
 * Every administrator hears of a change of the team, with a link that freezes. To be called before it is
 * made: who is about to be removed hears of it too.
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
