import type { KeyObject } from 'node:crypto'
import { requireTrue } from '#server/authorization/mac.ts'
import type { PasswordOwner } from '#server/features/auth/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

export type Who = { companyId: string; userId: string }

/**
 * Reads a user with everything that a change of account needs. Throws `ACCOUNT_TAMPERED` where the
 * row was changed past the program.
 */
export async function readAccount(db: Db, macKey: KeyObject, { companyId, userId }: Who) {
  const account = await accountQuery(db)
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'users', account)
}
export type Account = Awaited<ReturnType<typeof readAccount>>

/** Reads and locks a user, before all other locks of a change of account. */
export async function lockAccount(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: Who,
): Promise<Account> {
  const account = await accountQuery(trx)
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .forNoKeyUpdate('u')
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'users', account)
}

/** Finds an account by e-mail, in any case. */
export async function findAccount(
  db: Db,
  macKey: KeyObject,
  email: string,
): Promise<Account | undefined> {
  const account = await accountQuery(db)
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  return account && requireTrue(macKey, 'users', account)
}

const accountQuery = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .selectAll('u')
    .select('c.name as company_name')

/** The names that a new password must not contain. */
export const ownerOf = (account: Account): PasswordOwner => ({
  firstName: account.first_name,
  lastName: account.last_name,
  email: account.email,
  companyName: account.company_name,
})
