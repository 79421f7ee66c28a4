import type { Selectable } from 'kysely'
import type { User } from '#contract/user.ts'
import type { FactorKind } from '#domain/roles.ts'
import type { Users } from '#server/platform/db/database-types.ts'

/** The columns of a user that an answer needs; the password's hash is not among them. */
export const userColumns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'role',
  'phone',
  'email_verified_at',
  'phone_verified_at',
  'two_factor_enabled',
  'two_factor_via',
  'created_at',
] as const satisfies (keyof Users)[]

export type UserRow = Pick<Selectable<Users>, (typeof userColumns)[number]>

/** `factors` as `userFactors` reads them. */
export function userOf(row: UserRow, factors: FactorKind[]): User {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role,
    factors,
    phone: row.phone,
    emailVerified: row.email_verified_at !== null,
    phoneVerified: row.phone_verified_at !== null,
    createdAt: row.created_at.toISOString(),
    preferences: {
      twoFactorAuthentication: { enabled: row.two_factor_enabled, via: row.two_factor_via },
    },
  }
}
