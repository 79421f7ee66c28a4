import type { Language } from '#contract/errors.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { type Channel, type Message, queueMessage, queueMessages } from './queue.ts'
import type { Content } from './templates/index.ts'

type Person = {
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

async function administrators(db: Db, companyIds: readonly string[]): Promise<Person[]> {
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

/** Tells all administrators of companies by mail, each in his or her own language. */
export async function tellCompanies(
  trx: Trx,
  news: readonly { companyId: string; content: Content }[],
): Promise<void> {
  const people = await administrators(trx, [...new Set(news.map(({ companyId }) => companyId))])
  const byCompany = Map.groupBy(people, (person) => person.companyId)
  await queueMessages(
    trx,
    news.flatMap(({ companyId, content }) =>
      (byCompany.get(companyId) ?? []).map(
        ({ userId, email, language }): Message => ({
          ...content,
          companyId,
          userId,
          to: email,
          via: 'EMAIL',
          language,
        }),
      ),
    ),
  )
}
