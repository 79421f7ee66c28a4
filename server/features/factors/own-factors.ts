import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type FactorKind, factorKinds } from '#domain/roles.ts'
import {
  type AppRow,
  type FactorOwner,
  type PasskeyRow,
  readPasskeys,
} from '#server/authorization/factor-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Users } from '#server/platform/db/database-types.ts'
import { readConfirmedApp } from './app-codes.ts'

/** A user's factors besides password and messages. */
export type OwnFactors = { passkeys: PasskeyRow[]; app: AppRow | null }

/** Reads a user's factors. Throws `ACCOUNT_TAMPERED` where one was changed past the program. */
export async function readOwnFactors(
  db: Db,
  macKey: KeyObject,
  owner: FactorOwner,
): Promise<OwnFactors> {
  const passkeys = await readPasskeys(db, macKey, owner)
  return { passkeys, app: await readConfirmedApp(db, macKey, owner) }
}

type Messages = Pick<Selectable<Users>, 'two_factor_enabled' | 'two_factor_via'>

/**
 * The second factors of a user, the strongest first: a key, an app, or a message that was switched
 * on. Two-factor is on while there is one: sign-in asks for it.
 */
export function secondFactors(
  { two_factor_enabled: enabled, two_factor_via: via }: Messages,
  { passkeys, app }: { passkeys: readonly unknown[]; app: unknown },
): FactorKind[] {
  const has: Record<FactorKind, boolean> = {
    PASSKEY: passkeys.length > 0,
    TOTP: app !== null,
    EMAIL: enabled && via === 'EMAIL',
    SMS: enabled && via === 'SMS',
  }
  return factorKinds.filter((kind) => has[kind])
}

/** The second factors of one user, whose row was verified. */
export async function userFactors(
  db: Db,
  macKey: KeyObject,
  user: Messages & Pick<Selectable<Users>, 'id' | 'company_id'>,
): Promise<FactorKind[]> {
  const owner = { companyId: user.company_id, userId: user.id }
  return secondFactors(user, await readOwnFactors(db, macKey, owner))
}

/** The second factors of everybody in a company, only to show them: nothing is decided by it. */
export async function readFactors(db: Db, companyId: string): Promise<Map<string, FactorKind[]>> {
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.two_factor_enabled', 'u.two_factor_via'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('passkeys as p')
            .select('p.id')
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.removed_at', 'is', null),
        )
        .as('has_passkey'),
      eb
        .exists(
          eb
            .selectFrom('totp_secrets as a')
            .select('a.id')
            .whereRef('a.user_id', '=', 'u.id')
            .where('a.sealed', 'is not', null),
        )
        .as('has_app'),
    ])
    .where('u.company_id', '=', companyId)
    .execute()
  return new Map(
    rows.map((row) => {
      const own = { passkeys: row.has_passkey ? [row] : [], app: row.has_app ? row : null }
      return [row.id, secondFactors(row, own)]
    }),
  )
}
