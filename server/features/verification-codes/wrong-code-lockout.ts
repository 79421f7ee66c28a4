import { hourMs } from '#domain/durations.ts'
import { type NotifyDeps, notifyAlarm } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'

const wrongAnHour = 30
const wrongInARow = 100
const lockMs = hourMs

export type Guard = { wrongAt: Date[]; wrongInARow: number; lockedUntil: Date | null }

/** Locks a user's guard: other attempts and codes of this user wait. */
export async function lockGuard(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Guard> {
  await trx
    .insertInto('code_guards')
    .values({ company_id: companyId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('code_guards')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    wrongAt: row.wrong_at,
    wrongInARow: row.wrong_in_a_row,
    lockedUntil: row.locked_until,
  }
}

/** Why no code of this user is accepted now, or null. */
export function guardRefusal(
  guard: Pick<Guard, 'wrongInARow' | 'lockedUntil'>,
  now: Date,
): Refusal | null {
  if (guard.wrongInARow >= wrongInARow) return new Refusal('SIGN_IN_BLOCKED')
  const { lockedUntil } = guard
  if (!lockedUntil || lockedUntil <= now) return null
  const retryAfterSeconds = Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)
  return new Refusal('RATE_LIMITED', { retryAfterSeconds })
}

/** Reads, without a lock, why no code of this user would be accepted. */
export async function codeGuardRefusal(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  now: Date,
): Promise<Refusal | null> {
  const row = await db
    .selectFrom('code_guards')
    .select(['wrong_in_a_row', 'locked_until'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return guardRefusal({ wrongInARow: row.wrong_in_a_row, lockedUntil: row.locked_until }, now)
}

/** How many more wrong codes would lock the second factor, if the present one is wrong. */
export function triesUntilLock({ wrongAt }: Guard, now: Date): number {
  const recent = wrongAt.filter((at) => now.getTime() - at.getTime() < hourMs)
  return Math.max(0, wrongAnHour - recent.length - 1)
}

/** Counts a wrong code: 30 within an hour lock the second factor for an hour. */
export async function noteWrong(
  trx: Trx,
  deps: NotifyDeps,
  { companyId, userId }: { companyId: string; userId: string },
  guard: Guard,
  now: Date,
): Promise<void> {
  const recent = [...guard.wrongAt, now].slice(-wrongAnHour)
  const [oldest = now] = recent
  const isTooMany = recent.length === wrongAnHour && now.getTime() - oldest.getTime() < hourMs
  await trx
    .updateTable('code_guards')
    .set({
      // Attempts that led to a lock are not counted again.
      wrong_at: isTooMany ? [] : recent,
      wrong_in_a_row: guard.wrongInARow + 1,
      locked_until: isTooMany ? new Date(now.getTime() + lockMs) : guard.lockedUntil,
    })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
  if (!isTooMany && guard.wrongInARow + 1 !== wrongInARow) return
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
export async function forgetRow(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await trx
    .updateTable('code_guards')
    .set({ wrong_in_a_row: 0 })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('wrong_in_a_row', '>', 0)
    .execute()
}
