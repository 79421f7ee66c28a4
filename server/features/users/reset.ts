import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#contract/languages.ts'
import { minuteMs } from '#domain/durations.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { AccountTampered } from '#server/authorization/mac.ts'
import { checkNewPassword, endChallenges, endSessions } from '#server/features/auth/index.ts'
import {
  notifyUser,
  queueMessage,
  resetLivesMinutes,
} from '#server/features/notifications/index.ts'
import { confirmChannel, forgetRow } from '#server/features/verification-codes/index.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { isTrueToken, newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Account, findAccount, lockAccount, ownerOf, readAccount, type Who } from './store.ts'

type ResetDeps = Pick<Deps, 'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log'>

const lifeMs = resetLivesMinutes * minuteMs
/** Longer than writing a link and a message takes, so that the answer's time reveals nothing. */
const answerAfterMs = 300

/**
 * Sends a link to the user with this e-mail, and voids the link before. The answer takes the same
 * time in any case, so it does not reveal whether there is such a user.
 */
export async function askForReset(deps: ResetDeps, email: string, ip: string): Promise<void> {
  await take(deps, limits.resetNetwork, networkOf(ip))
  await take(deps, limits.reset, email.toLowerCase())
  const sending = sendLink(deps, email, ip).catch((error: unknown) => {
    if (!(error instanceof AccountTampered)) throw error
    deps.log.error({ err: error }, 'an account was changed past the program: it gets no link')
  })
  await Promise.all([sleep(answerAfterMs), sending])
}

async function sendLink(deps: ResetDeps, email: string, ip: string): Promise<void> {
  const { db, clock, config, macKey } = deps
  const account = await findAccount(db, macKey, email)
  if (!account) return
  const owner = { companyId: account.company_id, userId: account.id }
  const token = newToken()
  const created_at = clock.now()
  const mac = tokenMac(macKey, 'reset_links', sealedLink(token, owner, created_at))
  const link = { sha256: tokenHash(token), created_at, mac }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('reset_links')
      .values({ user_id: owner.userId, company_id: owner.companyId, ...link })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
      .execute()
    await queueMessage(trx, deps, {
      ...owner,
      to: account.email,
      via: 'EMAIL',
      language: account.language as Language,
      template: 'passwordReset',
      params: { url: `${config.publicUrl}/reset-password?token=${token}` },
    })
    await record(trx, { ...owner, ip, action: 'user.passwordResetAsked', subject: account.email })
  })
}

/** The fields that the MAC of a link covers. */
const sealedLink = (token: string, { companyId, userId }: Who, createdAt: Date) => [
  token,
  companyId,
  userId,
  createdAt,
]

async function readLink(
  { db, macKey, log }: ResetDeps,
  code: string,
  now: Date,
): Promise<Account | null> {
  const link = await db
    .selectFrom('reset_links')
    .select(['company_id', 'user_id', 'created_at', 'mac'])
    .where('sha256', '=', tokenHash(code))
    .where('created_at', '>', new Date(now.getTime() - lifeMs))
    .executeTakeFirst()
  if (!link) return null
  const { company_id: companyId, user_id: userId, created_at, mac } = link
  const sealed = sealedLink(code, { companyId, userId }, created_at)
  if (!isTrueToken({ macKey, log }, 'reset_links', { name: userId, sealed, mac })) return null
  const account = await readAccount(db, macKey, { companyId, userId })
  return account.removed_at === null ? account : null
}

/**
 * Sets a new password for the holder of the link. All sessions end, and so does a block by wrong
 * codes. Two-factor stays on. Only success uses the link up, once among simultaneous attempts.
 */
export async function resetPassword(
  deps: ResetDeps,
  code: string,
  newPassword: string,
  { ip, language }: { ip: string; language: Language },
): Promise<void> {
  const { db, passwords, clock, macKey } = deps
  const account = await readLink(deps, code, clock.now())
  if (!account) throw new Refusal('RESET_CODE_INVALID')
  checkNewPassword(newPassword, 'newPassword', language, ownerOf(account))
  const hash = await passwords.hash(newPassword)
  const owner = { companyId: account.company_id, userId: account.id }
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, macKey, owner)
    const { numDeletedRows } = await trx
      .deleteFrom('reset_links')
      .where('company_id', '=', owner.companyId)
      .where('user_id', '=', owner.userId)
      .where('sha256', '=', tokenHash(code))
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new Refusal('RESET_CODE_INVALID')
    const changes = { password_hash: hash, password_reset_at: clock.now() }
    await updateUser(trx, macKey, owner, changes)
    await forgetRow(trx, macKey, owner)
    await confirmChannel(trx, deps, owner, { via: 'EMAIL', to: account.email }, clock.now())
    await endChallenges(trx, owner)
    await endSessions(trx, owner, null)
    const changed = { template: 'passwordChanged', params: { at: clock.now() } } as const
    await notifyUser(trx, deps, owner, changed)
    await record(trx, { ...owner, ip, action: 'user.passwordReset', subject: account.email })
  })
}
