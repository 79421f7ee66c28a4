import type { Owner } from '#server/features/auth/index.ts'
import type { Db, Trx } from '#server/platform/database.ts'

export type Who = { companyId: string; userId: string }

/** A user with all that a change of account looks at. */
export function readAccount(db: Db, { companyId, userId }: Who) {
  return accountQuery(db)
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
}
export type Account = Awaited<ReturnType<typeof readAccount>>

/** The same under a lock: the first of all locks that a change of account takes. */
export function lockAccount(trx: Trx, { companyId, userId }: Who): Promise<Account> {
  return accountQuery(trx)
    .where('u.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .forNoKeyUpdate('u')
    .executeTakeFirstOrThrow()
}

/** By e-mail, whatever its case. */
export function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return accountQuery(db)
    .where(({ fn, eb }) =>
      eb(fn<string>('lower', ['u.email']), '=', fn<string>('lower', [eb.val(email)])),
    )
    .executeTakeFirst()
}

const accountQuery = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .selectAll('u')
    .select('c.name as company_name')

/** Whose names a new password must not be. */
export const ownerOf = (account: Account): Owner => ({
  firstName: account.first_name,
  lastName: account.last_name,
  email: account.email,
  companyName: account.company_name,
})
