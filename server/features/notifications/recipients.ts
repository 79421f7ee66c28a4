import type { Language } from '#contract/languages.ts'
import type { Role } from '#domain/roles.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import type { Attachment } from '#server/platform/security/message-seal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Message, type QueueDeps, queueMessage, queueMessages } from './queue.ts'
import type { Content, ParamsOf } from './templates/index.ts'

/** The key that proves addresses, and the log for those that fail. */
export type NotifyDeps = QueueDeps & Pick<Deps, 'log'>

type Person = {
  companyId: string
  userId: string
  email: string
  role: Role
  language: Language
}

const columns = [...macColumns.users, 'language'] as const

type Row = { id: string; company_id: string; email: string; role: Role; language: string }
const personOf = (row: Row): Person => ({
  companyId: row.company_id,
  userId: row.id,
  email: row.email,
  role: row.role,
  // The column's CHECK allows only these four.
  language: row.language as Language,
})

/**
 * Reads the members of companies, without accounts that were changed past the program; the others
 * are still notified.
 */
async function believed(
  db: Db,
  { macKey, log }: Pick<NotifyDeps, 'macKey' | 'log'>,
  companyIds: readonly string[],
): Promise<Person[]> {
  if (companyIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where('company_id', 'in', companyIds)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  const [right, tampered] = [[], []] as [typeof rows, typeof rows]
  for (const row of rows) (isTrue(macKey, 'users', row) ? right : tampered).push(row)
  for (const { id } of tampered) {
    log.error({ user: id }, 'an account was changed past the program: it gets no mail')
  }
  return right.map(personOf)
}

const mailTo = (
  { companyId, userId, email, language }: Person,
  content: Content,
  more: Pick<Message, 'attachment' | 'onRemoval'> = {},
): Message => ({
  ...content,
  ...more,
  companyId,
  userId,
  to: email,
  via: 'EMAIL',
  language,
})

/**
 * Notifies a user by mail, in the language of the last sign-in and at the present address; a
 * removed user gets nothing.
 */
export async function notifyUser(
  trx: Trx,
  deps: QueueDeps,
  { companyId, userId }: { companyId: string; userId: string },
  content: Content,
  more: Pick<Message, 'onRemoval'> = {},
): Promise<void> {
  const row = await trx
    .selectFrom('users')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (row.removed_at !== null) return
  const person = personOf(requireTrue(deps.macKey, 'users', row))
  await queueMessage(trx, deps, mailTo(person, content, more))
}

/**
 * Notifies all administrators of companies by mail, in each one's own language. `except`: users who
 * get another mail about the event. `roles`: the roles that are notified, where not administrators
 * alone.
 */
export async function notifyCompanies(
  trx: Trx,
  deps: NotifyDeps,
  notices: readonly {
    companyId: string
    content: Content
    except?: readonly string[]
    roles?: readonly Role[]
    attachment?: Attachment
  }[],
): Promise<void> {
  const companyIds = [...new Set(notices.map(({ companyId }) => companyId))]
  const people = await believed(trx, deps, companyIds)
  const byCompany = Map.groupBy(people, (person) => person.companyId)
  await queueMessages(
    trx,
    deps,
    notices.flatMap(({ companyId, content, except = [], roles = ['ADMIN'], attachment }) =>
      (byCompany.get(companyId) ?? [])
        .filter(({ userId, role }) => roles.includes(role) && !except.includes(userId))
        .map((person) => mailTo(person, content, attachment && { attachment })),
    ),
  )
}

type Alarm = Omit<ParamsOf<'accountAlarm'>, 'who'>

/** Notifies all administrators of an act on an account that may be a thief's. */
export async function notifyAlarm(
  trx: Trx,
  deps: NotifyDeps,
  owner: { companyId: string; userId: string },
  alarm: Alarm,
): Promise<void> {
  const params = { ...alarm, who: await nameOfUser(trx, owner) }
  const content = { template: 'accountAlarm', params } as const
  await notifyCompanies(trx, deps, [{ companyId: owner.companyId, content }])
}
