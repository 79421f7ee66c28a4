import { type RawBuilder, sql } from 'kysely'
import {
  type AddressRow,
  addressMac,
  isTrueAddress,
  isTrueRelease,
  isTrueReport,
  type ReleaseRow,
  type ReportRow,
  releaseMac,
  reportMac,
} from '#server/authorization/address-mac.ts'
import { type ConsentRow, consentMac, isTrueConsent } from '#server/authorization/consent-mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'

type Sealing<Row> = {
  table: string
  rows: RawBuilder<Row & { id: string }>
  isTrue: (key: RekeyKeys['old'], row: Row) => boolean
  macOf: (key: RekeyKeys['old'], row: Row) => Buffer
}

async function renew<Row>(
  trx: Trx,
  { old, next }: RekeyKeys,
  { table, rows, isTrue, macOf }: Sealing<Row>,
  unverified: Unverified[],
): Promise<number> {
  let count = 0
  await eachPage(trx, rows, async (page) => {
    const right = page.filter((row) => {
      const isRight = isTrue(old, row)
      const isUnderNext = !isRight && isTrue(next, row)
      if (!isRight) unverified.push({ what: table, name: row.id, isUnderNext })
      return isRight
    })
    const macs = right.map((row) => macOf(next, row))
    await sql`UPDATE ${sql.table(table)} t SET mac = u.mac
      FROM unnest(${right.map(({ id }) => id)}::uuid[], ${macs}::bytea[]) AS u (id, mac)
      WHERE t.id = u.id`.execute(trx)
    count += right.length
  })
  return count
}

/** Addresses that wait, their releases and reports, and consents: without their MACs none would hold. */
export async function rekeyAddresses(trx: Trx, keys: RekeyKeys, unverified: Unverified[]) {
  const addresses: Sealing<AddressRow> = {
    table: 'employee_addresses',
    rows: sql`SELECT * FROM employee_addresses`,
    isTrue: isTrueAddress,
    macOf: addressMac,
  }
  const releases: Sealing<ReleaseRow> = {
    table: 'address_releases',
    rows: sql`SELECT * FROM address_releases`,
    isTrue: isTrueRelease,
    macOf: releaseMac,
  }
  const reports: Sealing<ReportRow> = {
    table: 'address_reports',
    rows: sql`SELECT * FROM address_reports`,
    isTrue: isTrueReport,
    macOf: reportMac,
  }
  const consents: Sealing<ConsentRow> = {
    table: 'employee_consents',
    rows: sql`SELECT * FROM employee_consents`,
    isTrue: isTrueConsent,
    macOf: consentMac,
  }
  return {
    'changes of addresses': await renew(trx, keys, addresses, unverified),
    'released addresses': await renew(trx, keys, releases, unverified),
    'reported addresses': await renew(trx, keys, reports, unverified),
    consents: await renew(trx, keys, consents, unverified),
  }
}
