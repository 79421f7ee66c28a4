import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'

export type Reader = Pick<Deps, 'macKey' | 'smsConfigured' | 'clock' | 'config'> & {
  companyId: string
  userId: string
  language: Language
  now: Date
}

export type Names = (userId: string) => { _id: string; name: string }

export async function readNames(db: Db, companyId: string): Promise<Names> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .execute()
  const names = new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
  return (userId) => ({ _id: userId, name: names.get(userId) ?? '' })
}
