import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
import { makeMacs } from '#server/authorization/mac.ts'
import type { CoveredRow } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Changing, OwnChanging, People } from './changing.ts'
import { readHoldHours, readOwnHoldHours } from './hold-hours.ts'
import { noteContactChanges } from './note-contacts.ts'
import { type FormerContacts, insertNotices } from './notices.ts'
import { type OpenContact, readOpenContacts } from './open-contacts.ts'
import { findReportedContacts, insertReports } from './open-reports.ts'
import { lastPaidLine, lastPaidLineOfSamePerson } from './paid-person.ts'

type Changed = {
  employeeId: string
  version: number
  address: string
  script: Buffer
  previousAddress: string
  paidAddress: string | null
  /** The person had no address and was paid in dollars. */
  wasPaidInDollars: boolean
  /** The employee had set the address that a file replaces. */
  isOwnReplaced: boolean
  emails: string[]
  phones: string[]
}

/**
 * Writes the history of addresses and contacts of people who change or are new, in the SQL
 * transaction that changes them, and until when a new address is held. The number of statements is
 * the same for one person and ten thousand.
 */
export async function noteAddressChanges(
  trx: Db,
  macKey: KeyObject,
  actor: Changing | OwnChanging,
  people: People,
): Promise<void> {
  const { companyId } = actor
  const contacts = await noteContactChanges(trx, macKey, actor, people)
  const notices: FormerContacts[] = contacts.map((row) => ({
    employeeId: row.employee_id,
    version: row.version,
    emails: [row.previous_email],
    phones: [row.previous_phone],
  }))
  notices.push(...(await noteAddresses(trx, macKey, actor, people)))
  await insertNotices(trx, companyId, notices)
}

/** Writes the addresses, and returns whom to tell of them. */
async function noteAddresses(
  trx: Db,
  macKey: KeyObject,
  actor: Changing | OwnChanging,
  people: People,
): Promise<FormerContacts[]> {
  const { companyId, now } = actor
  const readHours = actor.via === 'EMPLOYEE' ? readOwnHoldHours : readHoldHours
  const hours = await readHours(trx, macKey, companyId)
  const changed = await readChanged(trx, actor, people, hours > 0)
  if (changed.length === 0) return []
  const ids = changed.map(({ employeeId }) => employeeId)
  const open = await readOpenContacts(trx, macKey, companyId, ids)
  const reported = await findReportedContacts(trx, macKey, companyId, ids)
  // A replacement of the employee's own address is held as long as one that the employee sets.
  const ownHours = changed.some(({ isOwnReplaced }) => isOwnReplaced)
    ? await readOwnHoldHours(trx, macKey, companyId)
    : hours
  const rows = changed.map((one) => {
    const byContact = open.has(one.employeeId)
    const hold = holdOf(one, actor, { hours: one.isOwnReplaced ? ownHours : hours, byContact })
    return { ...rowOf(one, actor), ...hold }
  })
  await insertAddresses(trx, rows, await makeMacs(macKey, 'employee_addresses', rows))
  const waiting = changed.filter((one) => reported.has(one.employeeId) && !isPaidThere(one))
  await insertReports(trx, macKey, companyId, waiting, now)
  const held = new Set([
    ...rows.filter(({ hold_until }) => hold_until).map((row) => row.employee_id),
    ...waiting.map(({ employeeId }) => employeeId),
  ])
  return changed
    .filter(({ employeeId }) => held.has(employeeId) || actor.via === 'EMPLOYEE')
    .map((one) => noticeOf(one, open.get(one.employeeId) ?? []))
}

const noticeOf = (
  { employeeId, version, emails, phones }: Changed,
  open: readonly OpenContact[],
): FormerContacts => ({
  employeeId,
  version,
  emails: [...emails, ...open.map((row) => row.previous_email)],
  phones: [...phones, ...open.map((row) => row.previous_phone)],
})

const rowOf = (one: Changed, { companyId, userId, ip, via, now }: Changing | OwnChanging) => ({
  company_id: companyId,
  employee_id: one.employeeId,
  version: one.version,
  address: one.address,
  script_pubkey: one.script,
  previous_address: one.previousAddress,
  at: now,
  changed_by: userId,
  via,
  ip,
})

/** A thief gains nothing from a return to the address that was paid last. */
const isPaidThere = ({ paidAddress, address }: Changed) => paidAddress === address

function holdOf(
  one: Changed,
  { via, now }: Changing | OwnChanging,
  { hours, byContact }: { hours: number; byContact: boolean },
) {
  const wasPaid = one.paidAddress !== null || one.wasPaidInDollars
  // Without an address nothing is paid.
  const waits =
    hours > 0 &&
    one.address !== '' &&
    (one.isOwnReplaced ||
      // A mailbox alone never lets an address count at once, even for a person who was never paid.
      (!isPaidThere(one) && (wasPaid || byContact || via === 'EMPLOYEE')))
  return waits
    ? {
        hold_until: new Date(now.getTime() + hours * hourMs),
        hold_reason: byContact ? 'CONTACT' : 'ADDRESS',
      }
    : { hold_until: null, hold_reason: null }
}

async function readChanged(
  trx: Db,
  { companyId, via }: Changing | OwnChanging,
  people: People,
  withNew: boolean,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    SELECT n.id AS "employeeId", n.version, n.address, n.script_pubkey AS script,
      coalesce(n.previous_address, other.address) AS "previousAddress",
      coalesce(own.address, other.address) AS "paidAddress",
      coalesce(n.previous_address = '', false) AND EXISTS (
        SELECT FROM sheet_lines l WHERE l.employee_id = n.id AND l.company_id = ${companyId})
        AS "wasPaidInDollars",
      ${via === 'CSV'}::boolean AND coalesce(present.via = 'EMPLOYEE', false) AS "isOwnReplaced",
      array_remove(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_email END, other.email], NULL)
        AS emails,
      array_remove(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_phone END, other.phone], NULL)
        AS phones
    FROM (${people}) n
    LEFT JOIN LATERAL ${lastPaidLine(sql`n.id`, companyId)} own ON NOT n.is_new
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId)} same WHERE own.id IS NULL) other ON true
    LEFT JOIN LATERAL (
      SELECT a.via FROM employee_addresses a
      WHERE a.employee_id = n.id AND a.company_id = ${companyId} AND a.address = n.previous_address
      ORDER BY a.version DESC LIMIT 1) present ON NOT n.is_new
    WHERE CASE WHEN n.is_new THEN ${withNew} AND other.address <> n.address
      ELSE n.address <> n.previous_address END`.execute(trx)
  return rows
}

async function insertAddresses(
  trx: Db,
  rows: readonly CoveredRow<'employee_addresses'>[],
  macs: readonly Buffer[],
): Promise<void> {
  const column = <T>(of: (row: CoveredRow<'employee_addresses'>) => T) => rows.map(of)
  await sql`
    INSERT INTO employee_addresses (company_id, employee_id, version, address, script_pubkey,
      previous_address, at, changed_by, via, ip, hold_until, hold_reason, mac)
    SELECT * FROM unnest(${column((row) => row.company_id)}::uuid[],
      ${column((row) => row.employee_id)}::uuid[], ${column((row) => row.version)}::integer[],
      ${column((row) => row.address)}::text[], ${column((row) => row.script_pubkey)}::bytea[],
      ${column((row) => row.previous_address)}::text[], ${column((row) => row.at)}::timestamptz[],
      ${column((row) => row.changed_by)}::uuid[], ${column((row) => row.via)}::text[],
      ${column((row) => row.ip)}::text[], ${column((row) => row.hold_until)}::timestamptz[],
      ${column((row) => row.hold_reason)}::text[], ${macs}::bytea[])`.execute(trx)
}
