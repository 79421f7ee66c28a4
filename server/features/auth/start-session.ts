import { type KeyObject, randomUUIDv7 } from 'node:crypto'
import { absoluteLimitMs, idleLimitMs } from '#contract/session-end.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { newToken, tokenMac } from '#server/platform/security/tokens.ts'
import type { Device } from './devices.ts'
import { saveToken } from './session-tokens.ts'
import { before, toSessionMacFields } from './sessions.ts'

const sessionsPerUser = 10

/** Starts a session and returns its token; the least used of more than ten ends. */
export async function startSession(
  trx: Trx,
  macKey: KeyObject,
  user: { companyId: string; userId: string },
  { ip, agent, language }: Device,
  now: Date,
): Promise<string> {
  // Locks the user's row, since several sign-ins at once would each count only nine others.
  const present = await trx
    .updateTable('users')
    .set({ language })
    .where('id', '=', user.userId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // The user was removed after the password or key was checked.
  if (!present) throw new Refusal('WRONG_CREDENTIALS')
  const kept = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.userId)
    .where('last_active_at', '>', before(now, idleLimitMs))
    .where('created_at', '>', before(now, absoluteLimitMs))
    .orderBy('last_active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sessionsPerUser - 1)
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', user.userId)
    .where('id', 'not in', kept)
    .execute()
  const session = { ...user, sessionId: randomUUIDv7(), createdAt: now, lastActiveAt: now }
  await trx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      company_id: user.companyId,
      user_id: user.userId,
      ip,
      agent,
      created_at: now,
      last_active_at: now,
      mac: tokenMac(macKey, 'sessions', toSessionMacFields(session)),
    })
    .execute()
  const token = newToken()
  await saveToken(trx, macKey, session, token, now)
  return token
}
