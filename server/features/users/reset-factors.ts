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
import { type NotifyDeps, notifyUser } from '#server/features/notifications/index.ts'
import {
  type ChangeEffect,
  createChangeOrder,
  endChangesAbout,
  readQuorum,
  requireMayWeaken,
} from '#server/features/quorum/index.ts'
import { isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { endKeys } from './key-approval.ts'
import { lockForFactors } from './present-factor.ts'
import { type Account, lockAccount } from './store.ts'

type ResetActor = Actor & { userId: string }

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
 * approvals count again a day later. Where passkeys alone move money, a key approves it first.
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
    const actor = { companyId, userId, ip }
    const { strongOnly } = await readQuorum(trx, macKey, companyId, now)
    if (strongOnly) await requestReset(trx, deps, actor, account, now)
    else await reset(trx, deps, actor, account, now)
  })
}

const nameOf = ({ first_name, last_name }: Account) => `${first_name} ${last_name}`

/** Asks the keys that count to approve a reset, in the place of an earlier request. */
async function requestReset(
  trx: Trx,
  deps: NotifyDeps,
  actor: ResetActor,
  account: Account,
  now: Date,
): Promise<void> {
  const { companyId } = actor
  const about = { companyId, kind: 'RESET', field: 'userId', value: account.id } as const
  await endChangesAbout(trx, about, now)
  const payload = { userId: account.id, name: nameOf(account) }
  const input = { actor, change: { kind: 'RESET' as const, payload }, loosens: true }
  await createChangeOrder(trx, deps, input, applyReset, now)
  await record(trx, { ...actor, action: 'user.factorsResetAsked', subject: payload.name })
}

/** Makes an approved reset. */
export const applyReset: ChangeEffect<'RESET'> = async (trx, deps, order, now) => {
  const { companyId, userId, ip, change } = order
  const owner = { companyId, userId: change.payload.userId }
  const account = await lockAccount(trx, deps.macKey, owner)
  if (account.removed_at === null) {
    await reset(trx, deps, { companyId, userId, ip }, account, now)
  }
}

async function reset(
  trx: Trx,
  deps: NotifyDeps,
  actor: ResetActor,
  account: Account,
  now: Date,
): Promise<void> {
  const { macKey } = deps
  const owner = { companyId: actor.companyId, userId: account.id }
  const keys = await readPasskeys(trx, macKey, owner)
  await endKeys(trx, deps, actor, { account, keys }, now)
  await removeAllFactors(trx, macKey, owner, now)
  await updateUser(trx, macKey, owner, { factors_reset_at: now })
  await endChallenges(trx, owner)
  await endSessions(trx, owner, null)
  const params = { at: now, what: 'reset', name: null } as const
  await notifyUser(trx, deps, owner, { template: 'factorsChanged', params })
  await record(trx, { ...actor, action: 'user.factorsReset', subject: nameOf(account) })
}
