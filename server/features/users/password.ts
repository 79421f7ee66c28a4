import type { Language } from '#contract/languages.ts'
import type { PasswordChange } from '#contract/users.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import {
  checkNewPassword,
  endChallenges,
  endSessions,
  tryPassword,
  type UserSession,
} from '#server/features/auth/index.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { lockAccount, ownerOf, readAccount } from './store.ts'

/** Changes the password of a person who knows the present one; all other sessions end. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log'>,
  session: UserSession,
  { password, newPassword }: PasswordChange,
  { ip, language }: { ip: string; language: Language },
): Promise<void> {
  const { db, passwords, macKey } = deps
  const account = await readAccount(db, macKey, session)
  checkNewPassword(newPassword, 'newPassword', language, ownerOf(account))
  const present = await tryPassword(deps, session, password)
  const hash = await passwords.hash(newPassword)
  await db.transaction().execute(async (trx) => {
    const locked = await lockAccount(trx, macKey, session)
    // Another change came first, so the typed password is no longer the present one.
    if (locked.password_hash !== present) throw new Refusal('WRONG_PASSWORD')
    await updateUser(trx, macKey, session, { password_hash: hash })
    await endChallenges(trx, session)
    await endSessions(trx, session, session.sessionId)
    await trx.deleteFrom('reset_links').where('user_id', '=', session.userId).execute()
    const changed = { template: 'passwordChanged', params: { at: deps.clock.now() } } as const
    await notifyUser(trx, deps, session, changed)
    const { companyId, userId } = session
    const who = { companyId, userId, ip }
    await record(trx, { ...who, action: 'user.passwordChanged', subject: locked.email })
  })
}
