import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { endOfWait } from '#domain/may-now.ts'
import { type Db, runPrepared } from '../platform/db/database.ts'
import { isTrue } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'

/** An address or a bank account: a script, or a bank with its account. */
export type PayDestination =
  | { kind: 'ADDRESS'; script: Uint8Array }
  | { kind: 'ACCOUNT'; bank: string; account: string }

/** An address or an account to which nothing is paid now. */
export type StandingHold = {
  row: MacRow<'employee_destinations'>
  /** null: until somebody releases it, because it was reported. */
  until: Date | null
  reportedAt: Date | null
}

/** The time since which an employee's destination is held: its change, or the report of it. */
export const holdStartOf = ({ row, reportedAt }: Pick<StandingHold, 'row' | 'reportedAt'>): Date =>
  new Date(Math.max(row.at.getTime(), reportedAt?.getTime() ?? 0))

type DestinationColumns = Pick<MacRow<'destination_releases'>, 'address' | 'bank' | 'bank_account'>

/** Whether two rows are about the same address or account: the columns of the other one are empty. */
export const isSameDestination = (one: DestinationColumns, other: DestinationColumns): boolean =>
  one.address === other.address &&
  one.bank === other.bank &&
  one.bank_account === other.bank_account

/** Whether a row about a destination is about one that these pay terms have. */
export const isOfTerms = (
  row: Pick<MacRow<'employee_destinations'>, 'kind'> & DestinationColumns,
  terms: DestinationColumns,
): boolean =>
  row.kind === 'ADDRESS'
    ? row.address === terms.address
    : row.bank === terms.bank && row.bank_account === terms.bank_account

function isReleasedBy(
  release: MacRow<'destination_releases'>,
  row: MacRow<'employee_destinations'>,
  reportedAt: Date | null,
): boolean {
  if (release.employee_id !== row.employee_id || release.company_id !== row.company_id) return false
  if (release.version < row.version || !isSameDestination(release, row)) return false
  // The employee's own word says nothing against a report: either may be a thief's.
  if (release.kind === 'EMPLOYEE') return reportedAt === null
  if (reportedAt && release.at <= reportedAt) return false
  return release.kind === 'ALONE'
    ? release.at >= endOfWait(holdStartOf({ row, reportedAt }))
    : release.released_by !== row.changed_by
}

/** Rows as the database has them; `openHolds` says which are true. */
export type HoldRows = {
  changes: readonly MacRow<'employee_destinations'>[]
  releases: readonly MacRow<'destination_releases'>[]
  reports: readonly MacRow<'address_reports'>[]
}

/**
 * The destinations that wait, of rows whose MACs hold: another row neither holds nor releases anything.
 * Rows are never taken away, so each that holds a destination does so until it is over or released, also
 * when a later one brings the same again.
 */
export function openHolds(key: KeyObject, rows: HoldRows, now: Date): StandingHold[] {
  const releases = rows.releases.filter((row) => isTrue(key, 'destination_releases', row))
  const releasesOf = Map.groupBy(releases, (row) => row.employee_id)
  const reports = rows.reports.filter((row) => isTrue(key, 'address_reports', row))
  const reportsOf = Map.groupBy(reports, (row) => `${row.employee_id} ${row.version}`)
  return rows.changes.flatMap((row) => {
    const times = (reportsOf.get(`${row.employee_id} ${row.version}`) ?? []).map(({ at }) =>
      at.getTime(),
    )
    const reportedAt = times.length > 0 ? new Date(Math.max(...times)) : null
    if (!reportedAt && (!row.hold_until || row.hold_until <= now)) return []
    const given = releasesOf.get(row.employee_id) ?? []
    if (given.some((release) => isReleasedBy(release, row, reportedAt))) return []
    if (!isTrue(key, 'employee_destinations', row)) return []
    return [{ row, until: reportedAt ? null : row.hold_until, reportedAt }]
  })
}

const columns = macColumns.employee_destinations.map((name) => `a.${name}`).join(', ')

/** Asks by the holds of a company, which are few, and by no list of people. */
export async function readHolds(
  db: Db,
  key: KeyObject,
  companyId: string,
  now: Date,
): Promise<StandingHold[]> {
  return openHolds(key, await readHoldRows(db, companyId, now), now)
}

export async function readHoldRows(db: Db, companyId: string, now: Date): Promise<HoldRows> {
  return withAnswers(
    db,
    companyId,
    await runPrepared<MacRow<'employee_destinations'>>(db, ofCompany, [companyId, now]),
  )
}

/** The statement of each list of employees. */
const ofCompany = {
  name: 'holds-of-company',
  text: `
    SELECT ${columns} FROM employee_destinations a
    WHERE a.company_id = $1 AND a.hold_until > $2
    UNION
    SELECT ${columns} FROM address_reports r
    JOIN employee_destinations a ON a.employee_id = r.employee_id AND a.version = r.version
    WHERE r.company_id = $1 AND a.company_id = $1`,
}

/** The statement of one employee. */
const ofPeople = {
  name: 'holds-of-people',
  text: `
    SELECT ${columns} FROM employee_destinations a
    WHERE a.company_id = $1 AND a.employee_id = ANY($2::uuid[]) AND (a.hold_until > $3 OR EXISTS (
      SELECT FROM address_reports r
      WHERE r.company_id = $1 AND r.employee_id = a.employee_id AND r.version = a.version))`,
}

/** The holds of some people of a company, whatever thousands of others wait. */
export async function readHoldsOf(
  db: Db,
  key: KeyObject,
  { companyId, now }: { companyId: string; now: Date },
  people: readonly string[],
): Promise<StandingHold[]> {
  const changes = await runPrepared<MacRow<'employee_destinations'>>(db, ofPeople, [
    companyId,
    people,
    now,
  ])
  return openHolds(key, await withAnswers(db, companyId, changes), now)
}

/** Holds with what was said of their people: releases and reports. */
async function withAnswers(
  db: Db,
  companyId: string,
  changes: readonly MacRow<'employee_destinations'>[],
): Promise<HoldRows> {
  if (changes.length === 0) return { changes, releases: [], reports: [] }
  const people = [...new Set(changes.map(({ employee_id }) => employee_id))]
  const { rows: releases } = await sql<MacRow<'destination_releases'>>`
    SELECT ${selectMacColumns('destination_releases')} FROM destination_releases
    WHERE company_id = ${companyId} AND employee_id = ANY(${people}::uuid[])`.execute(db)
  const { rows: reports } = await sql<MacRow<'address_reports'>>`
    SELECT company_id, employee_id, version, at, mac FROM address_reports
    WHERE company_id = ${companyId} AND employee_id = ANY(${people}::uuid[])`.execute(db)
  return { changes, releases, reports }
}

/** Holds by employee and destination: of several holds of one destination the longest one. */
export function holdsByDestination(holds: readonly StandingHold[]): Map<string, StandingHold> {
  const found = new Map<string, StandingHold>()
  const end = ({ until }: StandingHold) => until?.getTime() ?? Number.POSITIVE_INFINITY
  for (const hold of holds) {
    const key = holdKey(hold.row.employee_id, destinationOf(hold.row))
    const known = found.get(key)
    if (!known || end(hold) > end(known)) found.set(key, hold)
  }
  return found
}

const destinationOf = (row: StandingHold['row']): PayDestination =>
  row.kind === 'ADDRESS'
    ? { kind: row.kind, script: row.script_pubkey }
    : { kind: 'ACCOUNT', bank: row.bank, account: row.bank_account }

export const holdKey = (employeeId: string, at: PayDestination): string =>
  JSON.stringify([
    employeeId,
    ...(at.kind === 'ADDRESS' ? [Buffer.from(at.script).toString('hex')] : [at.bank, at.account]),
  ])

/** Why a destination is held: its own change, a contact changed before it, or a report. */
export function reasonOfHold({ row, reportedAt }: StandingHold) {
  if (reportedAt) return 'REPORTED'
  if (row.hold_reason === 'CONTACT') return 'CONTACT'
  return destinationOf(row).kind
}
