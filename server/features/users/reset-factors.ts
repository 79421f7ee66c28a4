import { updateUser } from '#server/authorization/account-rows.ts'
import { readPasskeys } from '#server/authorization/factor-rows.ts'
import {
  endChallenges,
  endSessions,
  type StepUp,
  spendStepUp,
  type UserSession,
} from '#server/features/auth/index.ts'
import { removeAllFactors } from '#server/features/factors/index.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import { requireMayWeaken } from '#server/features/quorum/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { endKeys } from './key-approval.ts'
import { lockForFactors } from './present-factor.ts'
import { lockAccount } from './store.ts'

/** Answers 404 for a person who is not in the company, before a factor is asked for. */
export async function requireMemberForReset(
  { db }: Deps,
  { companyId }: UserSession,
  id: string,
): Promise<void> {
  const member = isUuid(id)
    ? await db
        .selectFrom('users')
        .select('id')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!member) throw new Refusal('NOT_FOUND')
}

/**
 * Resets the factors of a person who lost key and phone, by an administrator: the person's
 * approvals count again a day later.
 */
export async function resetFactors(
  deps: Deps,
  session: UserSession,
  { id, present, ip }: { id: string; present: StepUp; ip: string },
): Promise<void> {
  const { db, macKey, clock } = deps
  const { companyId, userId } = session
  const owner = { companyId, userId: id }
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockForFactors(trx, deps, session)
    await spendStepUp(trx, present, now)
    const account = await lockAccount(trx, macKey, owner)
    if (account.removed_at !== null) throw new Refusal('NOT_FOUND')
    await requireMayWeaken(trx, macKey, session, account, now)
    const keys = await readPasskeys(trx, macKey, owner)
    await endKeys(trx, deps, { companyId, userId, ip }, { account, keys }, now)
    await removeAllFactors(trx, macKey, owner, now)
    await updateUser(trx, macKey, owner, { factors_reset_at: now })
    await endChallenges(trx, owner)
    await endSessions(trx, owner, null)
    const params = { at: now, what: 'reset', name: null } as const
    await notifyUser(trx, deps, owner, { template: 'factorsChanged', params })
    const subject = `${account.first_name} ${account.last_name}`
    await record(trx, { companyId, userId, ip, action: 'user.factorsReset', subject })
  })
}
