import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  type Changing,
  hasPaid,
  noteDestinationChanges,
  noteEmployeeChanges,
  noteShareChanges,
} from '#server/features/address-holds/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/** Somebody who is behind changes of a file, and its rows `r` that make them. */
export type Author = { changing: Changing; rows: RawBuilder<unknown> }

const changingOf = ({ companyId, requestedBy: userId, ip }: Import): Changing => {
  return { companyId, userId, ip, via: 'CSV', now: new Date() }
}

/** Reads who is behind a file: who uploaded it, and who answered a question about a row since. */
export async function readAuthors(trx: Trx, job: Import): Promise<[Author, ...Author[]]> {
  const ofFile = sql`r.company_id = ${job.companyId} AND r.import_id = ${job.id}`
  const { rows: answering } = await sql<{ userId: string; ip: string | null }>`
    SELECT DISTINCT decided_by AS "userId", decided_ip AS ip FROM import_rows r
    WHERE ${ofFile} AND decided_by IS NOT NULL`.execute(trx)
  const changing = changingOf(job)
  return [
    { changing, rows: sql`${ofFile} AND r.decided_by IS NULL` },
    ...answering.map(({ userId, ip }) => ({
      changing: { ...changing, userId, ip },
      rows: sql`${ofFile} AND r.decided_by = ${userId} AND r.decided_ip IS NOT DISTINCT FROM ${ip}`,
    })),
  ]
}

/**
 * Notes who changes salaries, names, shares, pay frequencies, addresses, accounts and contacts, and which
 * of these are held. Runs
 * before known people change.
 */
export async function noteKnown(
  trx: Trx,
  macKey: KeyObject,
  { changing, rows }: Author,
): Promise<void> {
  const known = sql`FROM import_rows r JOIN employees e ON e.id = r.matched_id`
  const made = sql`
    SELECT e.id, NULL::uuid, differing.kind, e.version + 1 ${known}
    CROSS JOIN LATERAL (VALUES
      ('SALARY', r.base_salary_usd_cents <> e.base_salary_usd_cents),
      ('NAME', (r.first_name, r.last_name) <> (e.first_name, e.last_name)),
      ('FREQUENCY', r.pay_frequency <> e.pay_frequency
        OR (r.pay_frequency IS NOT NULL AND e.pay_frequency IS NULL))) differing (kind, differs)
    WHERE ${rows} AND r.changed AND differing.differs`
  await noteEmployeeChanges(trx, macKey, changing, made)
  const shares = sql`
    SELECT e.id, e.version + 1 ${known}
    WHERE ${rows} AND r.changed AND r.bitcoin_percent <> e.bitcoin_percent`
  await noteShareChanges(trx, macKey, changing, shares)
  const people = sql`
    SELECT e.id, e.version + 1 AS version, false AS is_new, e.address AS previous_address,
      e.bank AS previous_bank, e.bank_account AS previous_account, e.email AS previous_email,
      e.phone AS previous_phone, coalesce(r.bank, e.bank) AS bank,
      coalesce(r.bank_account, e.bank_account) AS bank_account, ${newValues}
    ${known} WHERE ${rows} AND r.changed`
  await noteDestinationChanges(trx, macKey, changing, people)
}

const newValues = sql`r.address, r.script_pubkey, r.identification,
  person_key(r.first_name, r.last_name) AS name, r.email, r.phone`

/** Notes addresses, accounts and contacts of new people, after they are inserted, and who adds them to a payroll. */
export async function noteNew(
  trx: Trx,
  macKey: KeyObject,
  { changing, rows }: Author,
  payrollId: string | null,
): Promise<void> {
  const people = sql`
    SELECT r.employee_id AS id, 1 AS version, true AS is_new, NULL::text AS previous_address,
      NULL::text AS previous_bank, NULL::text AS previous_account, '' AS previous_email,
      '' AS previous_phone, coalesce(r.bank, '') AS bank,
      coalesce(r.bank_account, '') AS bank_account, ${newValues}
    FROM import_rows r WHERE ${rows} AND r.matched_id IS NULL`
  // New people matter here where they come back, and nobody does before the first payment.
  if (await hasPaid(trx, changing.companyId)) {
    await noteDestinationChanges(trx, macKey, changing, people)
  }
  if (payrollId === null) return
  const made = sql`
    SELECT r.employee_id, ${payrollId}::uuid, 'ADDED', NULL::integer
    FROM import_rows r WHERE ${rows} AND r.matched_id IS NULL`
  await noteEmployeeChanges(trx, macKey, changing, made)
}

/** Notes who removes people from a payroll. Runs before they are deleted. */
export async function noteMissing(
  trx: Trx,
  macKey: KeyObject,
  { changing }: Author,
  payrollId: string,
  people: readonly string[],
): Promise<void> {
  const made = sql`
    SELECT id, ${payrollId}::uuid, 'LEFT', NULL::integer FROM unnest(${people}::uuid[]) AS missing (id)`
  await noteEmployeeChanges(trx, macKey, changing, made)
}
