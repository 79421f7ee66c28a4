import type { Language } from '#contract/errors.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { type Message, queueMessage, queueMessages } from './queue.ts'
import type { Content } from './templates/index.ts'

type Person = {
  companyId: string
  userId: string
  email: string
  language: Language
}

const columns = ['id', 'company_id', 'email', 'language'] as const

type Row = { id: string; company_id: string; email: string; language: string }
const personOf = (row: Row): Person => ({
  companyId: row.company_id,
  userId: row.id,
  email: row.email,
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

/** Tells somebody who has an account by mail, in the language of the last sign-in and at the address of now. */
export async function tellUser(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
  content: Content & { freezeUrl?: string },
): Promise<void> {
  const row = await trx
    .selectFrom('users')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { email, language } = personOf(row)
  await queueMessage(trx, { ...content, companyId, userId, to: email, via: 'EMAIL', language })
}

/** Tells all administrators of companies by mail, each in his or her own language. */
export async function tellCompanies(
  trx: Trx,
  news: readonly { companyId: string; content: Content; freezeUrl?: string }[],
): Promise<void> {
  const people = await administrators(trx, [...new Set(news.map(({ companyId }) => companyId))])
  const byCompany = Map.groupBy(people, (person) => person.companyId)
  await queueMessages(
    trx,
    news.flatMap(({ companyId, content, ...link }) =>
      (byCompany.get(companyId) ?? []).map(
        ({ userId, email, language }): Message => ({
          ...content,
          ...link,
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
