import { updateUser } from '#server/authorization/account-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import { testMacKey } from './codes.ts'
import type { TestCompany } from './factories.ts'

/** Changes the administrator of a company as the program does, under the MAC. */
export function changeUser(
  db: Db,
  { companyId, user }: Pick<TestCompany, 'companyId' | 'user'>,
  changes: Parameters<typeof updateUser>[3],
) {
  const owner = { companyId, userId: user._id }
  return db.transaction().execute((trx) => updateUser(trx, testMacKey, owner, changes))
}
