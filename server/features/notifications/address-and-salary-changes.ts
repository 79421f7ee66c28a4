import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { PayDataChanges } from '#server/platform/db/database-types.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import { type NotifyDeps, notifyCompanies } from './recipients.ts'
import type { NotifiedChange } from './templates/changes.ts'

const linesAtMost = 10
/**
 * Changes of a company are collected for this long from the first one, so that a busy hour makes
 * few mails.
 */
const gatherMs = 30_000

/** The changes of one act: at least its first ten, and their number. */
type Act = { changes: readonly NotifiedChange[]; count: number }

/** Notes changes of addresses or salaries, in the SQL transaction that makes them. */
export async function notePayData(
  trx: Db,
  { companyId, userId, ip }: Actor,
  { changes, count }: Act,
): Promise<void> {
  if (count === 0) return
  const listed = changes.slice(0, linesAtMost).map(stored)
  await sql`
    INSERT INTO pay_data_changes (company_id, user_id, ip, at, changes, count)
    VALUES (${companyId}, ${userId}, ${ip}, now(), ${JSON.stringify(listed)}, ${count})`.execute(
    trx,
  )
}

type Stored =
  | Exclude<NotifiedChange, { kind: 'salary' }>
  | { kind: 'salary'; person: string; fromUsdCents: string; toUsdCents: string }

/** JSON has no bigint. */
const stored = (change: NotifiedChange): Stored =>
  change.kind === 'salary'
    ? {
        ...change,
        fromUsdCents: String(change.fromUsdCents),
        toUsdCents: String(change.toUsdCents),
      }
    : change

const readable = (change: Stored): NotifiedChange =>
  change.kind === 'salary'
    ? {
        ...change,
        fromUsdCents: BigInt(change.fromUsdCents),
        toUsdCents: BigInt(change.toUsdCents),
      }
    : change

/**
 * Notifies the administrators of each company whose first change is old enough, of all changes in
 * one mail.
 */
export async function notifyPayData(db: Db, deps: NotifyDeps & { now: Date }): Promise<void> {
  const before = new Date(deps.now.getTime() - gatherMs)
  const due = await db
    .selectFrom('pay_data_changes')
    .select('company_id')
    .distinct()
    .where('at', '<=', before)
    .execute()
  for (const { company_id } of due) {
    await db.transaction().execute((trx) => notifyOne(trx, deps, company_id))
  }
}

async function notifyOne(trx: Trx, deps: NotifyDeps, companyId: string): Promise<void> {
  const taken = await trx
    .deleteFrom('pay_data_changes')
    .where('company_id', '=', companyId)
    .returningAll()
    .execute()
  if (taken.length === 0) return
  taken.sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  const all = taken.flatMap(({ changes }) => changes as Stored[]).map(readable)
  const changes = all.slice(0, linesAtMost)
  const more = taken.reduce((total, { count }) => total + count, 0) - changes.length
  const params = { who: await whoDid(trx, companyId, taken), changes, more }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'payDataChanged', params } }])
}

/** Names the people who made the changes, once for each IP address. */
async function whoDid(
  trx: Trx,
  companyId: string,
  taken: readonly Pick<Selectable<PayDataChanges>, 'user_id' | 'ip' | 'changes'>[],
): Promise<string> {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .execute()
  const names = new Map(users.map((user) => [user.id, `${user.first_name} ${user.last_name}`]))
  const all = taken.map(({ user_id, ip, changes }) => {
    const name = user_id === null ? (changes as Stored[])[0]?.person : names.get(user_id)
    return [name, ip && `IP ${ip}`].filter(Boolean).join(' · ')
  })
  return [...new Set(all)].join(', ')
}
