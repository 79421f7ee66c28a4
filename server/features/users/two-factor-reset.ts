import { updateUser } from '#server/authorization/account-rows.ts'
import { readPasskeys } from '#server/authorization/factor-rows.ts'
import { endChallenges, endSessions } from '#server/features/auth/index.ts'
import { removeAllFactors } from '#server/features/factors/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { readCountingHolders, readQuorum } from '#server/features/quorum/index.ts'
import {
  channelOf,
  forgetRow,
  keepFormerChannel,
} from '#server/features/verification-codes/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { endKeys } from './key-approval.ts'
import { findAccount, lockAccount } from './store.ts'
import { notifyFactorChange } from './tell.ts'

/**
 * Switches two-factor to mail for a user who lost phone and codes, at the operator's word. Keys,
 * app and recovery codes are removed, and all sessions end. Approvals count again a day later,
 * codes for money go to the old channel for a day, and the user is notified. NOBODY: no account has
 * this e-mail. KEYS_COUNT: passkeys alone move the company's money, and one of the user's counts.
 */
export async function resetTwoFactor(
  db: Db,
  email: string,
  deps: NotifyDeps & Pick<Deps, 'smsConfigured'> & { now: Date },
): Promise<'DONE' | 'NOBODY' | 'KEYS_COUNT'> {
  const { macKey, now } = deps
  const account = await findAccount(db, macKey, email)
  if (!account) return 'NOBODY'
  const owner = { companyId: account.company_id, userId: account.id }
  const { strongOnly } = await readQuorum(db, macKey, owner.companyId, now)
  if (strongOnly) {
    const holders = await readCountingHolders(db, macKey, owner.companyId, now)
    if (holders.has(owner.userId)) return 'KEYS_COUNT'
  }
  await db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, macKey, owner)
    const after = {
      phone: before.phone,
      two_factor_enabled: false,
      two_factor_via: 'EMAIL',
    } as const
    const former = channelOf(before, deps.smsConfigured)
    if (former.via !== 'EMAIL') await keepFormerChannel(trx, macKey, owner, former, now)
    const keys = await readPasskeys(trx, macKey, owner)
    await endKeys(trx, deps, { ...owner, ip: null }, { account: before, keys }, now)
    await removeAllFactors(trx, macKey, owner, now)
    await updateUser(trx, macKey, owner, { ...after, factors_reset_at: now })
    await forgetRow(trx, macKey, owner)
    await endChallenges(trx, owner)
    await endSessions(trx, owner, null)
    await notifyFactorChange(trx, before, after, deps)
    await record(trx, {
      companyId: owner.companyId,
      userId: null,
      ip: null,
      action: 'user.twoFactorChanged',
      subject: `${before.first_name} ${before.last_name}`,
      detail: { enabled: false, by: 'operator' },
    })
  })
  return 'DONE'
}
