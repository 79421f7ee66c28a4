import type { KeyObject } from 'node:crypto'
import { hourMs } from '#domain/durations.ts'
import { macOf, requireTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { type NotifyDeps, notifyAlarm } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'

const wrongAnHour = 30
const wrongInARow = 100
const lockMs = hourMs

/** A user or an employee whose codes are guessed at. */
export type GuardHolder = { companyId: string; userId: string }
export type Guard = MacRow<'code_guards'>

const fresh = ({ companyId, userId }: GuardHolder) => ({
  holder_id: userId,
  company_id: companyId,
  wrong_at: [],
  wrong_in_a_row: 0,
  locked_until: null,
  version: 1,
})

/**
 * Locks a guard: other attempts and codes of its holder wait. Throws where the count was changed past the
 * program.
 */
export async function lockGuard(trx: Trx, macKey: KeyObject, holder: GuardHolder): Promise<Guard> {
  const first = fresh(holder)
  await trx
    .insertInto('code_guards')
    .values({ ...first, mac: macOf(macKey, 'code_guards', first) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('code_guards')
    .select(macColumns.code_guards)
    .where('company_id', '=', holder.companyId)
    .where('holder_id', '=', holder.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'code_guards', row)
}

type Counts = Partial<Pick<Guard, 'wrong_at' | 'wrong_in_a_row' | 'locked_until'>>

async function updateGuard(trx: Trx, macKey: KeyObject, before: Guard, counts: Counts) {
  const after = { ...before, ...counts, version: before.version + 1 }
  await trx
    .updateTable('code_guards')
    .set({ ...counts, version: after.version, mac: macOf(macKey, 'code_guards', after) })
    .where('holder_id', '=', before.holder_id)
    .execute()
}

/** Why no code of this user is accepted now, or null. */
export function guardRefusal(
  guard: Pick<Guard, 'wrong_in_a_row' | 'locked_until'>,
  now: Date,
): Refusal | null {
  if (guard.wrong_in_a_row >= wrongInARow) return new Refusal('SIGN_IN_BLOCKED')
  const { locked_until: lockedUntil } = guard
  if (!lockedUntil || lockedUntil <= now) return null
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return new Refusal('RATE_LIMITED', { retryAfterSeconds })
}

/** Reads, without a lock, why no code of this user would be accepted. */
export async function codeGuardRefusal(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: GuardHolder,
  now: Date,
): Promise<Refusal | null> {
  const row = await db
    .selectFrom('code_guards')
    .select(macColumns.code_guards)
    .where('company_id', '=', companyId)
    .where('holder_id', '=', userId)
    .executeTakeFirst()
  return row ? guardRefusal(requireTrue(macKey, 'code_guards', row), now) : null
}

/** How many more wrong codes would lock the second factor, if the present one is wrong. */
export function triesUntilLock({ wrong_at }: Guard, now: Date): number {
  const recent = wrong_at.filter((at) => now.getTime() - at.getTime() < hourMs)
  return Math.max(0, wrongAnHour - recent.length - 1)
}

/** Counts a wrong code: 30 within an hour lock the second factor for an hour. Returns whether they do. */
export async function countWrongCode(
  trx: Trx,
  macKey: KeyObject,
  guard: Guard,
  now: Date,
): Promise<boolean> {
  const recent = [...guard.wrong_at, now].slice(-wrongAnHour)
  const [oldest = now] = recent
  const isTooMany = recent.length === wrongAnHour && now.getTime() - oldest.getTime() < hourMs
  await updateGuard(trx, macKey, guard, {
    // Attempts that led to a lock are not counted again.
    wrong_at: isTooMany ? [] : recent,
    wrong_in_a_row: guard.wrong_in_a_row + 1,
    locked_until: isTooMany ? new Date(now.getTime() + lockMs) : guard.locked_until,
  })
  return isTooMany
}

/** Counts a wrong code of a user, who hears of a lock. */
export async function noteWrong(
  trx: Trx,
  deps: NotifyDeps,
  { companyId, userId }: GuardHolder,
  guard: Guard,
  now: Date,
): Promise<void> {
  const isTooMany = await countWrongCode(trx, deps.macKey, guard, now)
  if (!isTooMany && guard.wrong_in_a_row + 1 !== wrongInARow) return
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const detail = { until: isTooMany ? 'HOUR_PASSED' : 'NEW_PASSWORD' }
  const nobody = { companyId, userId: null, ip: null }
  await record(trx, { ...nobody, action: 'auth.locked', subject: email, detail })
  const kind = isTooMany ? 'codesLocked' : 'signInBlocked'
  await notifyAlarm(trx, deps, { companyId, userId }, { kind, at: now })
}

/** Restarts the count after a right code or a new password; a lock stays. */
export async function forgetRow(trx: Trx, macKey: KeyObject, holder: GuardHolder): Promise<void> {
  const guard = await lockGuard(trx, macKey, holder)
  if (guard.wrong_in_a_row > 0) await updateGuard(trx, macKey, guard, { wrong_in_a_row: 0 })
}
