import type { KeyObject } from 'node:crypto'
import type { SessionList } from '#contract/auth.ts'
import { absoluteLimitMs, idleLimitMs, type SessionLimit } from '#contract/session-end.ts'
import { minuteMs } from '#domain/durations.ts'
import type { Role } from '#domain/roles.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { tokenMac } from '#server/platform/security/tokens.ts'

/**
 * The last activity is written at most this often, so that a busy screen does not write on each
 * request.
 */
const activityStepMs = minuteMs

export type UserSession = { sessionId: string; companyId: string; userId: string }
export type SealedSession = UserSession & { createdAt: Date; lastActiveAt: Date }
/** A session with the role that its user has at this moment. */
export type LiveSession = SealedSession & { role: Role }

export const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** The fields that the MAC of a session covers. */
export const toSessionMacFields = (session: SealedSession) => {
  const { sessionId, companyId, userId, createdAt, lastActiveAt } = session
  return [sessionId, companyId, userId, createdAt, lastActiveAt]
}

/** When the session ends without further activity, and by which of the two limits. */
export function endOf({ createdAt, lastActiveAt }: SealedSession): { at: Date; by: SessionLimit } {
  const idle = lastActiveAt.getTime() + idleLimitMs
  const age = createdAt.getTime() + absoluteLimitMs
  return idle < age ? { at: new Date(idle), by: 'idle' } : { at: new Date(age), by: 'age' }
}

/**
 * Returns the last activity, written now where that is due. `session` is what was verified. Its row
 * may have changed since, and then gets no new MAC.
 */
export async function noteActivity(
  db: Db,
  macKey: KeyObject,
  session: SealedSession,
  now: Date,
): Promise<Date> {
  if (session.lastActiveAt > before(now, activityStepMs)) return session.lastActiveAt
  const mac = tokenMac(macKey, 'sessions', toSessionMacFields({ ...session, lastActiveAt: now }))
  await db
    .updateTable('sessions')
    .set({ last_active_at: now, mac })
    .where('id', '=', session.sessionId)
    .where('last_active_at', '<=', before(now, activityStepMs))
    .execute()
  return now
}

/** Lists the live sessions of the caller, the last active first. */
export async function listSessions(
  db: Db,
  { companyId, userId, sessionId }: UserSession,
  now: Date,
): Promise<SessionList['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('last_active_at', '>', before(now, idleLimitMs))
    .where('created_at', '>', before(now, absoluteLimitMs))
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    lastActiveAt: row.last_active_at.toISOString(),
    ip: row.ip,
    agent: row.agent,
    current: row.id === sessionId,
  }))
}

/** Ends one session of the caller; returns its agent, or null where there is no such session. */
export async function endSessionOf(
  db: Db,
  { companyId, userId }: UserSession,
  id: string,
): Promise<string | null> {
  const ended = await db
    .deleteFrom('sessions')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('agent')
    .executeTakeFirst()
  return ended?.agent ?? null
}

/** Ends all sessions of a user except the named one. */
export async function endSessions(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
  kept: string | null,
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id', '!=', kept))
    .execute()
}

/** Ends a session; false where it had ended already. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends all sessions of a company, and sign-ins that only lack their code. */
export async function endEverySession(trx: Trx, companyId: string): Promise<void> {
  await trx.deleteFrom('mfa_challenges').where('company_id', '=', companyId).execute()
  await trx.deleteFrom('sessions').where('company_id', '=', companyId).execute()
}
