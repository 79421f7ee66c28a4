import type { Language } from '#contract/errors.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { type Channel, queueMessage } from './queue.ts'
import type { Content } from './templates/index.ts'

export type Person = {
  companyId: string
  userId: string
  email: string
  phone: string | null
  language: Language
}

const columns = ['id', 'company_id', 'email', 'phone', 'language'] as const

type Row = { id: string; company_id: string; email: string; phone: string | null; language: string }
const personOf = (row: Row): Person => ({
  companyId: row.company_id,
  userId: row.id,
  email: row.email,
  phone: row.phone,
  // The column's CHECK has these four.
  language: row.language as Language,
})

/** The administrators of companies: who is told of their money. */
export async function administrators(db: Db, companyIds: readonly string[]): Promise<Person[]> {
  if (companyIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where('company_id', 'in', companyIds)
    .orderBy('id')
    .execute()
  return rows.map(personOf)
}

/**
 * Tells somebody who has an account, in the language of the last sign-in and at the address of now. By
 * SMS only where there is a telephone: null says that there was none.
 */
export async function tellUser(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
  content: Content,
  via: Channel = 'EMAIL',
): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { email, phone, language } = personOf(row)
  const to = via === 'EMAIL' ? email : phone
  return to && queueMessage(trx, { ...content, companyId, userId, to, via, language })
}
