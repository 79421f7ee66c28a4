import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type {
  AddressReleases,
  AddressReports,
  EmployeeAddresses,
} from '../platform/db/database-types.ts'

type Unsealed<Row> = Omit<Row, 'id' | 'mac'>
export type AddressRow = Omit<Selectable<EmployeeAddresses>, 'id'>
export type ReleaseRow = Omit<Selectable<AddressReleases>, 'id'>
export type ReportRow = Omit<Selectable<AddressReports>, 'id'>

/** HMAC-SHA-256 over a JSON array; its first item keeps a MAC of one purpose from passing for another. */
const macOf = (key: KeyObject, fields: (string | number | null)[]) =>
  createHmac('sha256', key).update(JSON.stringify(fields), 'utf8').digest()

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** The MAC over a change of somebody's address, who made it, and until when nothing is paid to it. */
export const addressMac = (key: KeyObject, row: Unsealed<AddressRow>): Buffer =>
  macOf(key, [
    'quincena address 1',
    row.company_id,
    row.employee_id,
    row.version,
    row.address,
    row.script_pubkey.toString('hex'),
    row.previous_address,
    row.at.toISOString(),
    row.changed_by,
    row.via,
    row.ip,
    row.hold_until?.toISOString() ?? null,
    row.hold_reason,
  ])

/** The MAC over somebody's word that an address may be paid before its time. */
export const releaseMac = (key: KeyObject, row: Unsealed<ReleaseRow>): Buffer =>
  macOf(key, [
    'quincena address release 1',
    row.company_id,
    row.employee_id,
    row.version,
    row.address,
    row.released_by,
    row.at.toISOString(),
    row.kind,
  ])

/** The MAC over an employee's word that an address is not his or hers. */
export const reportMac = (key: KeyObject, row: Unsealed<ReportRow>): Buffer =>
  macOf(key, [
    'quincena address report 1',
    row.company_id,
    row.employee_id,
    row.version,
    row.at.toISOString(),
  ])

export const isTrueAddress = (key: KeyObject, row: AddressRow) =>
  isSame(row.mac, addressMac(key, row))
export const isTrueRelease = (key: KeyObject, row: ReleaseRow) =>
  isSame(row.mac, releaseMac(key, row))
export const isTrueReport = (key: KeyObject, row: ReportRow) => isSame(row.mac, reportMac(key, row))
