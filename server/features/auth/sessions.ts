import { createHmac, randomBytes } from 'node:crypto'
import type { SessionList } from '#contract/auth.ts'
import type { Language } from '#contract/errors.ts'
import { type Db, runStatement, type Trx } from '#server/platform/database.ts'
import { newToken, tokenHash } from '#server/platform/tokens.ts'

const idleLimitMs = 60 * 60_000
const absoluteLimitMs = 12 * 60 * 60_000
/** How long a replaced token goes on working, so that two tabs don't sign each other out. */
const graceMs = 60_000
const sessionsPerUser = 10
/** The last activity is written at most this often: a busy screen costs no write for each request. */
const activityStepMs = 60_000

export type Session = { sessionId: string; companyId: string; userId: string }
type TokenRow = {
  sha256: Buffer
  id: string
  company_id: string
  user_id: string
  last_active_at: Date
  replaced_at: Date | null
}
type LiveSession = Session & { lastActiveAt: Date }
/** Where somebody signs in, and the language spoken there: messages are written in it from then on. */
export type Device = { ip: string; agent: string; language: Language }

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

async function saveToken(db: Db, sessionId: string, token: string, now: Date): Promise<void> {
  await db
    .insertInto('session_tokens')
    .values({ sha256: tokenHash(token), session_id: sessionId, created_at: now })
    .execute()
}

/** Starts a session and returns its token; of more than ten of a user, the least used ends. */
export async function startSession(
  trx: Trx,
  user: { companyId: string; userId: string },
  { ip, agent, language }: Device,
  now: Date,
): Promise<string> {
  // One at a time for each user, or several at once would each count nine others: this locks the row.
  await trx
    .updateTable('users')
    .set({ language })
    .where('id', '=', user.userId)
    .returning('id')
    .executeTakeFirstOrThrow()
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
  const { id } = await trx
    .insertInto('sessions')
    .values({
      company_id: user.companyId,
      user_id: user.userId,
      ip,
      agent,
      created_at: now,
      last_active_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = newToken()
  await saveToken(trx, id, token, now)
  return token
}

/** `reused` names the session that a token betrays: used after its time of grace it is in the hands of two. */
type Found = { session: LiveSession | null; reused: Session | null }

/** The live session of each bearer, or null. */
export async function readTokens(db: Db, tokens: readonly string[], now: Date): Promise<Found[]> {
  const hashes = tokens.map(tokenHash)
  const rows = await runStatement<TokenRow>(
    db,
    `SELECT t.sha256, s.id, s.company_id, s.user_id, s.last_active_at, t.replaced_at
    FROM session_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.sha256 = ANY ($1) AND s.last_active_at > $2 AND s.created_at > $3`,
    [hashes, before(now, idleLimitMs), before(now, absoluteLimitMs)],
  )
  return hashes.map((hash) =>
    found(
      rows.find((row) => row.sha256.equals(hash)),
      now,
    ),
  )
}

function found(row: TokenRow | undefined, now: Date): Found {
  if (!row) return { session: null, reused: null }
  const session = { sessionId: row.id, companyId: row.company_id, userId: row.user_id }
  const isReused = row.replaced_at !== null && row.replaced_at <= before(now, graceMs)
  if (isReused) return { session: null, reused: session }
  return { session: { ...session, lastActiveAt: row.last_active_at }, reused: null }
}

export async function noteActivity(
  db: Db,
  { sessionId, lastActiveAt }: LiveSession,
  now: Date,
): Promise<void> {
  if (lastActiveAt > before(now, activityStepMs)) return
  await db
    .updateTable('sessions')
    .set({ last_active_at: now })
    .where('id', '=', sessionId)
    .where('last_active_at', '<=', before(now, activityStepMs))
    .execute()
}

/**
 * The token that follows. Its salt is stored and the token is not: everybody who refreshes the same
 * token gets the same successor, and a copy of the database gives nobody anything.
 */
const successorOf = (token: string, salt: Buffer): string =>
  createHmac('sha256', token).update(salt).digest('base64url')

/**
 * The newest token of the chain that `token` belongs to; made now, if `token` still is the newest,
 * whose time of grace then begins. Null when the session ended meanwhile. One chain, so that of a
 * thief and the owner who refresh the same token one is found out by the next refresh.
 */
export async function replaceToken(
  db: Db,
  { sessionId }: Session,
  token: string,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    // The session before its tokens, as signing out locks them: no two can wait for each other.
    const alive = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .forKeyShare()
      .executeTakeFirst()
    if (!alive) return null
    for (let newest = token; ; ) {
      const row = await trx
        .selectFrom('session_tokens')
        .select('successor_salt')
        .where('sha256', '=', tokenHash(newest))
        .forUpdate()
        .executeTakeFirst()
      if (!row) return null
      if (row.successor_salt) {
        newest = successorOf(newest, row.successor_salt)
      } else if (newest !== token) {
        return newest
      } else {
        return appendToken(trx, sessionId, token, now)
      }
    }
  })
}

async function appendToken(trx: Trx, sessionId: string, token: string, now: Date): Promise<string> {
  const salt = randomBytes(32)
  const next = successorOf(token, salt)
  await trx
    .updateTable('session_tokens')
    .set({ replaced_at: now, successor_salt: salt })
    .where('sha256', '=', tokenHash(token))
    .execute()
  await saveToken(trx, sessionId, next, now)
  return next
}

/** The live sessions of the user who asks, the last active first. */
export async function listSessions(
  db: Db,
  { companyId, userId, sessionId }: Session,
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

/** Ends one session of the user who asks; answers its agent, null where there is no such session. */
export async function endSessionOf(
  db: Db,
  { companyId, userId }: Session,
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

/** Ends all sessions of a user, but the one named. */
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

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}
