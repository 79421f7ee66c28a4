import { type Colleague, colleagueText } from '#contract/colleague.ts'
import type { Db } from '#server/platform/db/database.ts'

type Owner = { companyId: string; userId: string | null }

/** First and last name, and the e-mail; '' where nobody has signed in. */
export async function readColleague(db: Db, { companyId, userId }: Owner): Promise<Colleague> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst()
  const _id = userId ?? ''
  return row
    ? { _id, name: `${row.first_name} ${row.last_name}`, email: row.email }
    : { _id, name: '', email: '' }
}

export const nameOfUser = async (db: Db, owner: Owner): Promise<string> =>
  (await readColleague(db, owner)).name

/** The name and e-mail of a colleague, for mails: a name is chosen by its owner, an e-mail is nobody else's. */
export const nameAndEmailOf = async (db: Db, owner: Owner): Promise<string> =>
  colleagueText(await readColleague(db, owner))
