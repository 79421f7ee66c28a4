import type { Language } from '#contract/errors.ts'
import { isAuthentic, macColumns, requireAuthentic } from '#server/platform/account-macs.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import type { Parts } from '#server/platform/parts.ts'
import { type Message, queueMessage, queueMessages } from './queue.ts'
import type { Content } from './templates/index.ts'

/** With what an address is believed, and where it is said that one is not. */
export type TellingParts = Pick<Parts, 'macKey' | 'log'>

type Person = {
  companyId: string
  userId: string
  email: string
  language: Language
}

const columns = [...macColumns.users, 'language'] as const

type Row = { id: string; company_id: string; email: string; language: string }
const personOf = (row: Row): Person => ({
  companyId: row.company_id,
  userId: row.id,
  email: row.email,
  // The column's CHECK has these four.
  language: row.language as Language,
})

/** Without those whose account was changed past the program: the others hear of it all the same. */
async function administrators(
  db: Db,
  { macKey, log }: TellingParts,
  companyIds: readonly string[],
): Promise<Person[]> {
  if (companyIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where('company_id', 'in', companyIds)
    .orderBy('id')
    .execute()
  const [believed, tampered] = [[], []] as [typeof rows, typeof rows]
  for (const row of rows) (isAuthentic(macKey, 'users', row) ? believed : tampered).push(row)
  for (const { id } of tampered) {
    log.error({ user: id }, 'an account was changed past the program: it is told nothing')
  }
  return believed.map(personOf)
}

/** Tells somebody who has an account by mail, in the language of the last sign-in and at the address of now. */
export async function tellUser(
  trx: Trx,
  parts: Pick<TellingParts, 'macKey'>,
  { companyId, userId }: { companyId: string; userId: string },
  content: Content & { freezeUrl?: string },
): Promise<void> {
  const row = await trx
    .selectFrom('users')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { email, language } = personOf(requireAuthentic(parts.macKey, 'users', row))
  await queueMessage(trx, parts, {
    ...content,
    companyId,
    userId,
    to: email,
    via: 'EMAIL',
    language,
  })
}

/** Tells all administrators of companies by mail, each in his or her own language. */
export async function tellCompanies(
  trx: Trx,
  parts: TellingParts,
  news: readonly { companyId: string; content: Content; freezeUrl?: string }[],
): Promise<void> {
  const companyIds = [...new Set(news.map(({ companyId }) => companyId))]
  const people = await administrators(trx, parts, companyIds)
  const byCompany = Map.groupBy(people, (person) => person.companyId)
  await queueMessages(
    trx,
    parts,
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
