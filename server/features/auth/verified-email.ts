import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { UserSession } from './sessions.ts'

/** Whether this user may move no money yet: outside the sandbox, until the e-mail is confirmed. */
export async function lacksConfirmedEmail(
  db: Db,
  {
    companyId,
    userId,
    sandbox,
    macKey,
  }: Pick<UserSession, 'companyId' | 'userId'> & Pick<Deps, 'macKey'> & { sandbox: boolean },
): Promise<boolean> {
  if (sandbox) return false
  const user = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'users', user).email_verified_at === null
}
