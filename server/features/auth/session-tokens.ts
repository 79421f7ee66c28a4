import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { absoluteLimitMs, idleLimitMs } from '#contract/session-end.ts'
import { minuteMs } from '#domain/durations.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { type Db, runPrepared, type Trx } from '#server/platform/db/database.ts'
import { isTrueToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  before,
  type LiveSession,
  type SealedSession,
  toSessionMacFields,
  type UserSession,
} from './sessions.ts'

/** How long a replaced token goes on working, so that two tabs don't sign each other out. */
const graceMs = minuteMs

/** A token's row, with the columns of the user that the MAC of the account covers. */
type TokenRow = MacRow<'users'> & {
  session_id: string
  session_created_at: Date
  last_active_at: Date
  session_mac: Buffer | null
  token_created_at: Date
  replaced_at: Date | null
  token_mac: Buffer | null
}

type TokenTimes = { createdAt: Date; replacedAt: Date | null }

/** The fields that the MAC of a token covers. */
const sealedToken = (
  token: string,
  session: SealedSession,
  { createdAt, replacedAt }: TokenTimes,
) => {
  const { sessionId, companyId, userId } = session
  return [token, sessionId, companyId, userId, session.createdAt, createdAt, replacedAt]
}

export async function saveToken(
  db: Db,
  macKey: KeyObject,
  session: SealedSession,
  token: string,
  now: Date,
): Promise<void> {
  const sealed = sealedToken(token, session, { createdAt: now, replacedAt: null })
  await db
    .insertInto('session_tokens')
    .values({
      sha256: tokenHash(token),
      session_id: session.sessionId,
      created_at: now,
      mac: tokenMac(macKey, 'session_tokens', sealed),
    })
    .execute()
}

/**
 * `reused` names the session of a token that was used after its time of grace: two people have it.
 */
type Found = { session: LiveSession | null; reused: UserSession | null }

type SessionTokensDeps = Pick<Deps, 'db' | 'macKey' | 'log'>

const reading = {
  name: 'read-token',
  text: `
    SELECT s.id AS session_id, s.created_at AS session_created_at, s.last_active_at,
      s.mac AS session_mac, t.created_at AS token_created_at, t.replaced_at, t.mac AS token_mac,
      ${macColumns.users.map((name) => `u.${name}`).join(', ')}
    FROM session_tokens t JOIN sessions s ON s.id = t.session_id
      JOIN users u ON u.id = s.user_id AND u.company_id = s.company_id
    WHERE t.sha256 = $1 AND s.last_active_at > $2 AND s.created_at > $3
      AND u.removed_at IS NULL`,
}

/**
 * Reads the live session of a bearer, or null. Throws `ACCOUNT_TAMPERED` where the user's row was
 * changed past the program.
 */
export async function readToken(
  { db, ...deps }: SessionTokensDeps,
  token: string,
  now: Date,
): Promise<Found> {
  const values = [tokenHash(token), before(now, idleLimitMs), before(now, absoluteLimitMs)]
  const [row] = await runPrepared<TokenRow>(db, reading, values)
  return found(deps, token, row, now)
}

const nobody: Found = { session: null, reused: null }

function found(
  deps: Omit<SessionTokensDeps, 'db'>,
  token: string,
  row: TokenRow | undefined,
  now: Date,
): Found {
  if (!row) return nobody
  const { session_id: id, last_active_at: lastActiveAt, replaced_at: replacedAt } = row
  const session = { sessionId: id, companyId: row.company_id, userId: row.id }
  const live = { ...session, createdAt: row.session_created_at, lastActiveAt }
  const ofSession = { name: id, sealed: toSessionMacFields(live), mac: row.session_mac }
  if (!isTrueToken(deps, 'sessions', ofSession)) return nobody
  const sealed = sealedToken(token, live, { createdAt: row.token_created_at, replacedAt })
  const ofToken = { name: `of session ${id}`, sealed, mac: row.token_mac }
  if (!isTrueToken(deps, 'session_tokens', ofToken)) return nobody
  const isReused = replacedAt !== null && replacedAt <= before(now, graceMs)
  if (isReused) return { session: null, reused: session }
  const { role } = requireTrue(deps.macKey, 'users', row)
  return { session: { ...live, role }, reused: null }
}

/**
 * Derives the next token. Only its salt is stored, so that every refresh of one token gets the same
 * successor, and a copy of the database opens nothing.
 */
const successorOf = (token: string, salt: Buffer): string =>
  createHmac('sha256', token).update(salt).digest('base64url')

/**
 * Returns the newest token of the chain that `token` belongs to. Where `token` is still the newest,
 * a new one is made and the time of grace begins. Null when the session ended meanwhile. There is
 * one chain: where a thief and the owner refresh the same token, the next refresh exposes one of
 * them.
 */
export async function replaceToken(
  db: Db,
  macKey: KeyObject,
  session: SealedSession,
  token: string,
  now: Date,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    // The session is locked before its tokens, as in signing out, so that the two cannot deadlock.
    const alive = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', session.sessionId)
      .forKeyShare()
      .executeTakeFirst()
    if (!alive) return null
    for (let newest = token; ; ) {
      const row = await trx
        .selectFrom('session_tokens')
        .select(['successor_salt', 'created_at'])
        .where('sha256', '=', tokenHash(newest))
        .forUpdate()
        .executeTakeFirst()
      if (!row) return null
      if (row.successor_salt) {
        newest = successorOf(newest, row.successor_salt)
      } else if (newest !== token) {
        return newest
      } else {
        return appendToken(trx, macKey, session, { token, createdAt: row.created_at }, now)
      }
    }
  })
}

async function appendToken(
  trx: Trx,
  macKey: KeyObject,
  session: SealedSession,
  { token, createdAt }: { token: string; createdAt: Date },
  now: Date,
): Promise<string> {
  const salt = randomBytes(32)
  const next = successorOf(token, salt)
  const sealed = sealedToken(token, session, { createdAt, replacedAt: now })
  const mac = tokenMac(macKey, 'session_tokens', sealed)
  await trx
    .updateTable('session_tokens')
    .set({ replaced_at: now, successor_salt: salt, mac })
    .where('sha256', '=', tokenHash(token))
    .execute()
  await saveToken(trx, macKey, session, next, now)
  return next
}
