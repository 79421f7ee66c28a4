import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { endOfWait } from '#domain/may-now.ts'
import { type Db, runPrepared } from '../platform/db/database.ts'
import { isTrue } from './mac.ts'
import type { MacRow } from './registry.ts'

/** An address to which nothing is paid now. */
export type StandingHold = {
  row: MacRow<'employee_addresses'>
  /** null: until somebody releases it, because it was reported. */
  until: Date | null
  reportedAt: Date | null
}

/** The time since which an employee's address is held: its change, or the report of it. */
export const holdStartOf = ({ row, reportedAt }: Pick<StandingHold, 'row' | 'reportedAt'>): Date =>
  new Date(Math.max(row.at.getTime(), reportedAt?.getTime() ?? 0))

function isReleasedBy(
  release: MacRow<'address_releases'>,
  row: MacRow<'employee_addresses'>,
  reportedAt: Date | null,
): boolean {
  if (release.employee_id !== row.employee_id || release.company_id !== row.company_id) return false
  if (release.version < row.version || release.address !== row.address) return false
  // The employee's own word says nothing against a report: either may be a thief's.
  if (release.kind === 'EMPLOYEE') return reportedAt === null
  if (reportedAt && release.at <= reportedAt) return false
  return release.kind === 'ALONE'
    ? release.at >= endOfWait(holdStartOf({ row, reportedAt }))
    : release.released_by !== row.changed_by
}

/** Rows as the database has them; `openHolds` says which are true. */
export type HoldRows = {
  addresses: readonly MacRow<'employee_addresses'>[]
  releases: readonly MacRow<'address_releases'>[]
  reports: readonly MacRow<'address_reports'>[]
}

/**
 * The addresses that wait, of rows whose MACs hold: another row neither holds nor releases anything.
 * Rows are never taken away, so each that holds an address does so until it is over or released, also
 * when a later one brings the same address again.
 */
export function openHolds(key: KeyObject, rows: HoldRows, now: Date): StandingHold[] {
  const releases = rows.releases.filter((row) => isTrue(key, 'address_releases', row))
  const releasesOf = Map.groupBy(releases, (row) => row.employee_id)
  const reports = rows.reports.filter((row) => isTrue(key, 'address_reports', row))
  const reportsOf = Map.groupBy(reports, (row) => `${row.employee_id} ${row.version}`)
  return rows.addresses.flatMap((row) => {
    const times = (reportsOf.get(`${row.employee_id} ${row.version}`) ?? []).map(({ at }) =>
      at.getTime(),
    )
    const reportedAt = times.length > 0 ? new Date(Math.max(...times)) : null
    if (!reportedAt && (!row.hold_until || row.hold_until <= now)) return []
    const given = releasesOf.get(row.employee_id) ?? []
    if (given.some((release) => isReleasedBy(release, row, reportedAt))) return []
    if (!isTrue(key, 'employee_addresses', row)) return []
    return [{ row, until: reportedAt ? null : row.hold_until, reportedAt }]
  })
}

const addressColumns = `a.company_id, a.employee_id, a.version, a.address, a.script_pubkey,
  a.previous_address, a.at, a.changed_by, a.via, a.ip, a.hold_until, a.hold_reason, a.mac`

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
    await runPrepared<MacRow<'employee_addresses'>>(db, ofCompany, [companyId, now]),
  )
}

/** The statement of each list of employees. */
const ofCompany = {
  name: 'holds-of-company',
  text: `
    SELECT ${addressColumns} FROM employee_addresses a
    WHERE a.company_id = $1 AND a.hold_until > $2
    UNION
    SELECT ${addressColumns} FROM address_reports r
    JOIN employee_addresses a ON a.employee_id = r.employee_id AND a.version = r.version
    WHERE r.company_id = $1 AND a.company_id = $1`,
}

/** The statement of one employee. */
const ofPeople = {
  name: 'holds-of-people',
  text: `
    SELECT ${addressColumns} FROM employee_addresses a
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
  const addresses = await runPrepared<MacRow<'employee_addresses'>>(db, ofPeople, [
    companyId,
    people,
    now,
  ])
  return openHolds(key, await withAnswers(db, companyId, addresses), now)
}

/** Holds with what was said of their people: releases and reports. */
async function withAnswers(
  db: Db,
  companyId: string,
  addresses: readonly MacRow<'employee_addresses'>[],
): Promise<HoldRows> {
  if (addresses.length === 0) return { addresses, releases: [], reports: [] }
  const people = [...new Set(addresses.map(({ employee_id }) => employee_id))]
  const { rows: releases } = await sql<MacRow<'address_releases'>>`
    SELECT company_id, employee_id, version, address, released_by, at, kind, mac
    FROM address_releases
    WHERE company_id = ${companyId} AND employee_id = ANY(${people}::uuid[])`.execute(db)
  const { rows: reports } = await sql<MacRow<'address_reports'>>`
    SELECT company_id, employee_id, version, at, mac FROM address_reports
    WHERE company_id = ${companyId} AND employee_id = ANY(${people}::uuid[])`.execute(db)
  return { addresses, releases, reports }
}

/** Holds by employee and script: of several holds of one address the longest one. */
export function holdsByAddress(holds: readonly StandingHold[]): Map<string, StandingHold> {
  const found = new Map<string, StandingHold>()
  const end = ({ until }: StandingHold) => until?.getTime() ?? Number.POSITIVE_INFINITY
  for (const hold of holds) {
    const key = holdKey(hold.row.employee_id, hold.row.script_pubkey)
    const known = found.get(key)
    if (!known || end(hold) > end(known)) found.set(key, hold)
  }
  return found
}

export const holdKey = (employeeId: string, script: Uint8Array): string =>
  `${employeeId} ${Buffer.from(script).toString('hex')}`
