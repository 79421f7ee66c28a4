import { type KeyObject, randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { EmployeeSessions } from '#server/platform/db/database-types.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { isTrueToken, newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Contact } from './contact.ts'
import { type PersonAt, peopleWith } from './people.ts'

export const sessionLivesSeconds = 15 * 60

/**
 * A person who came by a link: these calls read and write this person's data in this company alone.
 */
export type EmployeeSession = Contact &
  PersonAt & {
    sessionId: string
    endsAt: Date
  }

type Row = Omit<Selectable<EmployeeSessions>, 'sha256' | 'ended_at' | 'mac'>

const sealed = (token: string, row: Row) => [
  ...[token, row.id, row.company_id, row.employee_id, row.via, row.contact],
  row.created_at,
]

/** The token of a new session. */
export async function openSession(
  trx: Trx,
  macKey: KeyObject,
  { companyId, employeeId }: PersonAt,
  { via, contact }: Contact,
  now: Date,
): Promise<string> {
  const token = newToken()
  const row = {
    id: randomUUIDv7(),
    company_id: companyId,
    employee_id: employeeId,
    via,
    contact,
    created_at: now,
  }
  const mac = tokenMac(macKey, 'employee_sessions', sealed(token, row))
  await trx
    .insertInto('employee_sessions')
    .values({ ...row, sha256: tokenHash(token), mac })
    .execute()
  return token
}

/**
 * Reads the session of a token, for each call again. It ends with its time, and as soon as the
 * person is deleted, has another contact, or shares it with somebody else.
 */
export async function readSession(
  db: Db,
  deps: { macKey: KeyObject; log: Log },
  token: string,
  now: Date,
): Promise<EmployeeSession | null> {
  const sha256 = tokenHash(token)
  const row = await db
    .selectFrom('employee_sessions')
    .select(['id', 'company_id', 'employee_id', 'via', 'contact', 'created_at', 'mac'])
    .where('sha256', '=', sha256)
    .where('ended_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - sessionLivesSeconds * 1_000))
    .executeTakeFirst()
  if (!row) return null
  const about = { name: row.id, sealed: sealed(token, row), mac: row.mac }
  if (!isTrueToken(deps, 'employee_sessions', about)) return null
  const { via, contact } = row
  const [person] = await peopleWith(db, deps, { via, contact }, row.company_id)
  if (!person?.employeeIds.includes(row.employee_id)) return null
  const endsAt = new Date(row.created_at.getTime() + sessionLivesSeconds * 1_000)
  return { ...person, via, contact, sessionId: row.id, endsAt }
}

export async function endEmployeeSession(db: Db, token: string, now: Date): Promise<void> {
  await db
    .updateTable('employee_sessions')
    .set({ ended_at: now })
    .where('sha256', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .execute()
}
