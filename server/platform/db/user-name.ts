import type { Db } from '#server/platform/db/database.ts'

/** First and last name, '' where nobody has signed in. */
export async function nameOfUser(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string | null },
): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ? `${row.first_name} ${row.last_name}` : ''
}
