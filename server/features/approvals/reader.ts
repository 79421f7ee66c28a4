import type { Colleague } from '#contract/colleague.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'

export type Reader = Pick<Deps, 'macKey' | 'smsConfigured' | 'clock' | 'config'> & {
  companyId: string
  userId: string
  language: Language
  now: Date
}

export type Names = (userId: string) => Colleague

export async function readNames(db: Db, companyId: string): Promise<Names> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('company_id', '=', companyId)
    .execute()
  const people = new Map(
    rows.map(({ id, first_name, last_name, email }) => [
      id,
      { _id: id, name: `${first_name} ${last_name}`, email },
    ]),
  )
  return (userId) => people.get(userId) ?? { _id: userId, name: '', email: '' }
}
