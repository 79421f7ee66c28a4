import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
import { makeMacs } from '#server/authorization/mac.ts'
import type { CoveredRow } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Changed, readChangedAccounts, readChangedAddresses } from './changed-destinations.ts'
import type { Changing, OwnChanging, People } from './changing.ts'
import { readHoldHours, readOwnHoldHours } from './hold-hours.ts'
import { noteContactChanges } from './note-contacts.ts'
import { type FormerContacts, insertNotices } from './notices.ts'
import { type OpenContact, readOpenContacts } from './open-contacts.ts'
import { findReportedContacts, insertReports } from './open-reports.ts'

/**
 * Writes the history of addresses, bank accounts and contacts of people who change or are new, in the
 * SQL transaction that changes them, and until when a new destination is held. The number of
 * statements is the same for one person and ten thousand.
 */
export async function noteDestinationChanges(
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
  notices.push(...(await noteDestinations(trx, macKey, actor, people)))
  await insertNotices(trx, companyId, notices)
}

/** Writes the addresses and accounts, and returns whom to tell of them. */
async function noteDestinations(
  trx: Db,
  macKey: KeyObject,
  actor: Changing | OwnChanging,
  people: People,
): Promise<FormerContacts[]> {
  const { companyId, now } = actor
  const readHours = actor.via === 'EMPLOYEE' ? readOwnHoldHours : readHoldHours
  const hours = await readHours(trx, macKey, companyId)
  const changed = [
    ...(await readChangedAddresses(trx, actor, people, hours > 0)),
    ...(await readChangedAccounts(trx, actor, people, hours > 0)),
  ]
  if (changed.length === 0) return []
  const ids = [...new Set(changed.map(({ employeeId }) => employeeId))]
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
  await insertDestinations(trx, rows, await makeMacs(macKey, 'employee_destinations', rows))
  // A thief gains nothing from a return to the destination that was paid last.
  const waiting = changed.filter((one) => reported.has(one.employeeId) && !one.isPaidThere)
  const versions = new Map(waiting.map((one) => [one.employeeId, one]))
  await insertReports(trx, macKey, companyId, [...versions.values()], now)
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
  kind: one.kind,
  version: one.version,
  address: one.address,
  script_pubkey: one.script,
  bank: one.bank,
  bank_account: one.account,
  previous_address: one.previousAddress,
  previous_bank: one.previousBank,
  previous_account: one.previousAccount,
  at: now,
  changed_by: userId,
  via,
  ip,
})

function holdOf(
  one: Changed,
  { via, now }: Changing | OwnChanging,
  { hours, byContact }: { hours: number; byContact: boolean },
) {
  // Nothing is paid where there is no address, and no thief gains where there is no account.
  const isSomewhere = one.address !== '' || one.account !== ''
  const waits =
    hours > 0 &&
    isSomewhere &&
    (one.isOwnReplaced ||
      // A mailbox alone never lets an address count at once, even for a person who was never paid.
      (!one.isPaidThere && (one.wasPaid || byContact || via === 'EMPLOYEE')))
  return waits
    ? {
        hold_until: new Date(now.getTime() + hours * hourMs),
        hold_reason: byContact ? 'CONTACT' : one.kind,
      }
    : { hold_until: null, hold_reason: null }
}

type Row = CoveredRow<'employee_destinations'>

async function insertDestinations(
  trx: Db,
  rows: readonly Row[],
  macs: readonly Buffer[],
): Promise<void> {
  const column = <T>(of: (row: Row) => T) => rows.map(of)
  await sql`
    INSERT INTO employee_destinations (company_id, employee_id, kind, version, address, script_pubkey,
      bank, bank_account, previous_address, previous_bank, previous_account, at, changed_by, via, ip,
      hold_until, hold_reason, mac)
    SELECT * FROM unnest(${column((row) => row.company_id)}::uuid[],
      ${column((row) => row.employee_id)}::uuid[], ${column((row) => row.kind)}::text[],
      ${column((row) => row.version)}::integer[], ${column((row) => row.address)}::text[],
      ${column((row) => row.script_pubkey)}::bytea[], ${column((row) => row.bank)}::text[],
      ${column((row) => row.bank_account)}::text[], ${column((row) => row.previous_address)}::text[],
      ${column((row) => row.previous_bank)}::text[],
      ${column((row) => row.previous_account)}::text[], ${column((row) => row.at)}::timestamptz[],
      ${column((row) => row.changed_by)}::uuid[], ${column((row) => row.via)}::text[],
      ${column((row) => row.ip)}::text[], ${column((row) => row.hold_until)}::timestamptz[],
      ${column((row) => row.hold_reason)}::text[], ${macs}::bytea[])`.execute(trx)
}
