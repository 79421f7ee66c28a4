import type { Db } from '#server/platform/database.ts'
import type { Session } from './sessions.ts'

/** Whether no money may leave at this user's word: outside the sandbox, until the e-mail is confirmed. */
export async function lacksConfirmedEmail(
  db: Db,
  { companyId, userId, sandbox }: Pick<Session, 'companyId' | 'userId'> & { sandbox: boolean },
): Promise<boolean> {
  if (sandbox) return false
  const { email_verified_at } = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email_verified_at === null
}
