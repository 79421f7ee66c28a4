import { createHmac, randomBytes } from 'node:crypto'
import { type Db, runStatement, type Trx } from '#server/platform/database.ts'
import { tokenHash } from '#server/platform/tokens.ts'
import { absoluteLimitMs, before, idleLimitMs, type LiveSession, type Session } from './sessions.ts'

/** How long a replaced token goes on working, so that two tabs don't sign each other out. */
const graceMs = 60_000

type TokenRow = {
  sha256: Buffer
  id: string
  company_id: string
  user_id: string
  last_active_at: Date
  replaced_at: Date | null
}

export async function saveToken(
  db: Db,
  sessionId: string,
  token: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('session_tokens')
    .values({ sha256: tokenHash(token), session_id: sessionId, created_at: now })
    .execute()
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
