import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { dayMs, hourMs } from '#domain/durations.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readHoldHours, readOwnHoldHours } from './hold-hours.ts'
import { lastPaidLine, lastPaidLineOfSamePerson } from './paid-person.ts'

/** A contact that changed within this many days before an address makes the address suspicious. */
export const contactDays = 7

export type Via = 'FORM' | 'CSV' | 'API'
export type Changing = {
  companyId: string
  userId: string
  ip: string | null
  via: Via
  now: Date
}
/** A change by the employee, on the own page. */
export type OwnChanging = Omit<Changing, 'userId' | 'via'> & { userId: null; via: 'EMPLOYEE' }

/**
 * Selects people with their new values, before the change is made: `id, version, is_new, address,
 * script_pubkey, previous_address, identification, name, email, phone, previous_email,
 * previous_phone`.
 */
type People = RawBuilder<unknown>

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
  changesContact: boolean
  contactAt: Date | null
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
  const { companyId, userId, now } = actor
  const readHours = actor.via === 'EMPLOYEE' ? readOwnHoldHours : readHoldHours
  const hours = await readHours(trx, macKey, companyId)
  const changed = await readChanged(trx, actor, people, hours > 0)
  await sql`
    INSERT INTO employee_contacts (company_id, employee_id, version, previous_email, previous_phone,
      email, phone, at, changed_by, via, ip)
    SELECT ${companyId}, n.id, n.version, n.previous_email, n.previous_phone, n.email, n.phone,
      ${now}::timestamptz, ${userId}::uuid, ${actor.via}, ${actor.ip}
    FROM (${people}) n WHERE NOT n.is_new
      AND (lower(n.previous_email) <> lower(n.email) OR n.previous_phone <> n.phone)`.execute(trx)
  if (changed.length === 0) return
  // A replacement of the employee's own address is held as long as one that the employee sets.
  const ownHours = changed.some(({ isOwnReplaced }) => isOwnReplaced)
    ? await readOwnHoldHours(trx, macKey, companyId)
    : hours
  const rows: MacRow<'employee_addresses'>[] = []
  for (const [index, one] of changed.entries()) {
    // Each row has a MAC: ten thousand take tens of milliseconds.
    if (index % 1_000 === 999) await nextTurn()
    const hold = holdOf(one, actor, one.isOwnReplaced ? ownHours : hours)
    const row = { ...rowOf(one, actor), ...hold }
    rows.push({ ...row, mac: macOf(macKey, 'employee_addresses', row) })
  }
  await insertAddresses(trx, rows)
  const held = new Set(rows.filter(({ hold_until }) => hold_until).map((row) => row.employee_id))
  await insertNotices(
    trx,
    companyId,
    changed.filter(({ employeeId }) => held.has(employeeId) || actor.via === 'EMPLOYEE'),
  )
}

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

function holdOf(one: Changed, { via, now }: Changing | OwnChanging, hours: number) {
  const isLate = (at: Date) => now.getTime() - at.getTime() <= hours * hourMs
  const byContact = one.changesContact || (one.contactAt !== null && isLate(one.contactAt))
  // A thief gains nothing from a return to the address that was paid last.
  const isPaidThere = one.paidAddress === one.address
  const wasPaid = one.paidAddress !== null || one.wasPaidInDollars
  // Without an address nothing is paid.
  const waits =
    hours > 0 &&
    one.address !== '' &&
    (one.isOwnReplaced ||
      // A mailbox alone never lets an address count at once, even for a person who was never paid.
      (!isPaidThere && (wasPaid || byContact || via === 'EMPLOYEE')))
  return waits
    ? {
        hold_until: new Date(now.getTime() + hours * hourMs),
        hold_reason: byContact ? 'CONTACT' : 'ADDRESS',
      }
    : { hold_until: null, hold_reason: null }
}

/** A first e-mail or number replaces nobody's. */
const contactChanges = sql<boolean>`(
  (n.previous_email <> '' AND lower(n.previous_email) <> lower(n.email))
  OR (n.previous_phone <> '' AND n.previous_phone <> n.phone))`

async function readChanged(
  trx: Db,
  { companyId, via, now }: Changing | OwnChanging,
  people: People,
  withNew: boolean,
): Promise<Changed[]> {
  const since = new Date(now.getTime() - contactDays * dayMs)
  const { rows } = await sql<Changed>`
    SELECT n.id AS "employeeId", n.version, n.address, n.script_pubkey AS script,
      coalesce(n.previous_address, other.address) AS "previousAddress",
      coalesce(own.address, other.address) AS "paidAddress",
      coalesce(n.previous_address = '', false) AND EXISTS (
        SELECT FROM payment_lines l WHERE l.employee_id = n.id AND l.company_id = ${companyId})
        AS "wasPaidInDollars",
      ${via === 'CSV'}::boolean AND coalesce(present.via = 'EMPLOYEE', false) AS "isOwnReplaced",
      NOT n.is_new AND ${contactChanges} AS "changesContact", contact.at AS "contactAt",
      array_remove(array_cat(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_email END, other.email],
        contact.emails), NULL) AS emails,
      array_remove(array_cat(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_phone END, other.phone],
        contact.phones), NULL) AS phones
    FROM (${people}) n
    LEFT JOIN LATERAL ${lastPaidLine(sql`n.id`, companyId)} own ON NOT n.is_new
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId)} same WHERE own.id IS NULL) other ON true
    LEFT JOIN LATERAL (
      SELECT a.via FROM employee_addresses a
      WHERE a.employee_id = n.id AND a.company_id = ${companyId} AND a.address = n.previous_address
      ORDER BY a.version DESC LIMIT 1) present ON NOT n.is_new
    LEFT JOIN LATERAL (
      SELECT max(c.at) AS at, array_agg(c.previous_email) AS emails,
        array_agg(c.previous_phone) AS phones
      FROM employee_contacts c
      WHERE c.employee_id = n.id AND c.company_id = ${companyId} AND c.at > ${since} AND c.replaces) contact ON true
    WHERE CASE WHEN n.is_new THEN ${withNew} AND other.address <> n.address
      ELSE n.address <> n.previous_address END`.execute(trx)
  return rows
}

async function insertAddresses(
  trx: Db,
  rows: readonly MacRow<'employee_addresses'>[],
): Promise<void> {
  const column = <T>(of: (row: MacRow<'employee_addresses'>) => T) => rows.map(of)
  await sql`
    INSERT INTO employee_addresses (company_id, employee_id, version, address, script_pubkey,
      previous_address, at, changed_by, via, ip, hold_until, hold_reason, mac)
    SELECT * FROM unnest(${column((row) => row.company_id)}::uuid[],
      ${column((row) => row.employee_id)}::uuid[], ${column((row) => row.version)}::integer[],
      ${column((row) => row.address)}::text[], ${column((row) => row.script_pubkey)}::bytea[],
      ${column((row) => row.previous_address)}::text[], ${column((row) => row.at)}::timestamptz[],
      ${column((row) => row.changed_by)}::uuid[], ${column((row) => row.via)}::text[],
      ${column((row) => row.ip)}::text[], ${column((row) => row.hold_until)}::timestamptz[],
      ${column((row) => row.hold_reason)}::text[], ${column((row) => row.mac)}::bytea[])`.execute(
    trx,
  )
}

/** Queues notices to the former contacts of each person, each contact once. */
async function insertNotices(
  trx: Db,
  companyId: string,
  changed: readonly Changed[],
): Promise<void> {
  const notices = changed.flatMap(({ employeeId, version, emails, phones }) => {
    const notified = {
      emails: [...new Set(emails.filter(Boolean).map((email) => email.toLowerCase()))],
      phones: [...new Set(phones.filter(Boolean))],
    }
    return notified.emails.length + notified.phones.length > 0
      ? [{ employeeId, version, ...notified }]
      : []
  })
  if (notices.length === 0) return
  // JSON instead of arrays: PostgreSQL's nested arrays need equal lengths.
  await sql`
    INSERT INTO address_notices (company_id, employee_id, version, emails, phones)
    SELECT ${companyId}, (n ->> 'employeeId')::uuid, (n ->> 'version')::integer,
      ARRAY(SELECT jsonb_array_elements_text(n -> 'emails')),
      ARRAY(SELECT jsonb_array_elements_text(n -> 'phones'))
    FROM jsonb_array_elements(${JSON.stringify(notices)}::jsonb) AS n`.execute(trx)
}
