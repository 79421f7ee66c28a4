import type { KeyObject } from 'node:crypto'
import { minuteMs } from '#domain/durations.ts'
import type { FactorOwner } from '#server/authorization/factor-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { isTrueToken, newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'

const lifeMs = 5 * minuteMs

/** The use of a challenge; `owner` null: the user is not known yet. */
type Use = { owner: FactorOwner | null; purpose: string }

const sealedOf = (challenge: string, { owner, purpose }: Use, createdAt: Date) => [
  challenge,
  owner?.companyId ?? null,
  owner?.userId ?? null,
  purpose,
  createdAt,
]

/** Makes 32 random bytes for a passkey to sign, kept for 5 minutes. */
export async function newWebauthnChallenge(
  db: Db,
  macKey: KeyObject,
  use: Use,
  now: Date,
): Promise<Buffer> {
  const challenge = newToken()
  await db
    .insertInto('webauthn_challenges')
    .values({
      sha256: tokenHash(challenge),
      company_id: use.owner?.companyId ?? null,
      user_id: use.owner?.userId ?? null,
      purpose: use.purpose,
      created_at: now,
      mac: tokenMac(macKey, 'webauthn_challenges', sealedOf(challenge, use, now)),
    })
    .execute()
  return Buffer.from(challenge, 'base64url')
}

/** Spends a challenge; returns whether it was made for this use, is still good and was unused. */
export async function spendWebauthnChallenge(
  db: Db,
  { macKey, log }: { macKey: KeyObject; log: Log },
  challenge: string,
  use: Use,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('webauthn_challenges')
    .set({ used_at: now })
    .where('sha256', '=', tokenHash(challenge))
    .where('purpose', '=', use.purpose)
    .where('user_id', 'is not distinct from', use.owner?.userId ?? null)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - lifeMs))
    .returning(['created_at', 'mac'])
    .executeTakeFirst()
  if (!row) return false
  const sealed = sealedOf(challenge, use, row.created_at)
  return isTrueToken({ macKey, log }, 'webauthn_challenges', {
    name: use.purpose,
    sealed,
    mac: row.mac,
  })
}
