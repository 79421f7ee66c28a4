import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { isTrueToken, newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'

const livesMs = 72 * hourMs

/** Invitations from before this time have expired. */
export const toExpiryCutoff = (now: Date) => new Date(now.getTime() - livesMs)

type Invitation = { email: string; createdAt: Date }

const sealed = (token: string, { email, createdAt }: Invitation) => [token, email, createdAt]

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}

/**
 * Makes the link with which the owner of this e-mail creates a company, and the time until which it
 * is good. An earlier link becomes void. Null where the e-mail has an account.
 */
export async function inviteCompany(
  db: Db,
  email: string,
  { macKey, publicUrl, now }: { macKey: KeyObject; publicUrl: string; now: Date },
): Promise<{ url: string; until: Date } | null> {
  if (await hasAccount(db, email)) return null
  const token = newToken()
  const mac = tokenMac(macKey, 'sign_up_invitations', sealed(token, { email, createdAt: now }))
  const row = { sha256: tokenHash(token), email, created_at: now, mac }
  await db
    .insertInto('sign_up_invitations')
    .values(row)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(row))
    .execute()
  // The token is in the fragment, which no server and no log sees.
  return {
    url: `${publicUrl}/sign-up#i=${token}`,
    until: new Date(now.getTime() + livesMs),
  }
}

/** Reads the e-mail of a valid invitation; null where it is not valid, for any reason. */
export async function readSignUpInvitation(
  { db, macKey, log }: { db: Db; macKey: KeyObject; log: Log },
  token: string,
  now: Date,
): Promise<string | null> {
  const sha256 = tokenHash(token)
  const row = await db
    .selectFrom('sign_up_invitations')
    .select(['email', 'created_at', 'mac'])
    .where('sha256', '=', sha256)
    .where('created_at', '>', toExpiryCutoff(now))
    .executeTakeFirst()
  if (!row) return null
  const { email, created_at: createdAt, mac } = row
  const name = sha256.toString('hex')
  const about = { name, sealed: sealed(token, { email, createdAt }), mac }
  return isTrueToken({ macKey, log }, 'sign_up_invitations', about) ? email : null
}

/** Uses up an invitation: of simultaneous attempts only one gets true. */
export async function useInvitation(trx: Trx, token: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_up_invitations')
    .where('sha256', '=', tokenHash(token))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
