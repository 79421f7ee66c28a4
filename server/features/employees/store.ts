import type { KeyObject } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Employee, payFrequency, type Readiness } from '#contract/employees.ts'
import { employeeColumns, fieldsOfRow } from '#domain/employee-fields.ts'
import { usdNumber } from '#domain/money.ts'
import { deletePeople } from '#server/authorization/contact-rows.ts'
import { endMembers } from '#server/authorization/member-rows.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import { wasPaidAfter } from '#server/features/address-holds/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Employees } from '#server/platform/db/database-types.ts'
import { readinessOf } from './readiness.ts'

export type EmployeeRow = Omit<Selectable<Employees>, 'search'>

const listed = [
  'id',
  ...employeeColumns,
  'invited_at',
  'creation_type',
  'created_at',
  'version',
] as const
const listedNames = sql.join(listed.map((name) => sql.ref(`employees.${name}`)))

/** Most names given of people who share an address: nobody reads thousands. */
const namedAtMost = 50

/** The other people with the same address, by name. */
const sharedWith = (pairs: RawBuilder<unknown>) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('_id', o.id, 'name', o.name, 'accepted', o.accepted)
    ORDER BY o.name, o.id), '[]')
  FROM (
    SELECT s.id, s.first_name || ' ' || s.last_name AS name, EXISTS (
      SELECT FROM ${pairs} a
      WHERE a.script_pubkey = employees.script_pubkey
        AND a.employee_id = least(s.id, employees.id)
        AND a.other_id = greatest(s.id, employees.id)) AS accepted
    FROM employees s
    WHERE s.company_id = employees.company_id AND s.script_pubkey = employees.script_pubkey
      AND s.deleted_at IS NULL AND s.id <> employees.id AND employees.address <> ''
    LIMIT ${sql.lit(namedAtMost)}) o)`

/** The payroll of a CSV employee. */
const payroll = sql`(
  SELECT jsonb_build_object('_id', p.id, 'name', p.name)
  FROM payroll_members m JOIN payrolls p ON p.id = m.payroll_id
  WHERE m.employee_id = employees.id AND m.company_id = employees.company_id
    AND employees.creation_type = 'CSV' LIMIT 1)`

/**
 * Whether an address or account may be held; only the MACs prove whether it is. OFFSET 0 keeps the planner at
 * the rows of the person, instead of all held ones of the company.
 */
const mayBeHeld = (now: Date) => sql`coalesce((
    SELECT true FROM (
      SELECT hold_until FROM employee_destinations
      WHERE employee_id = employees.id AND company_id = employees.company_id OFFSET 0) a
    WHERE a.hold_until > ${now} LIMIT 1), (
    SELECT true FROM address_reports r
    WHERE r.company_id = employees.company_id AND r.employee_id = employees.id LIMIT 1), false)`

/**
 * The newest change of e-mail and of phone since the person was last paid. Few people ever changed a
 * contact, so only their payments are looked up.
 */
const contactChanges = sql`(
  SELECT jsonb_agg(jsonb_build_object('kind', c.kind, 'at', c.at,
    'by', jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name)) ORDER BY c.kind)
  FROM (
    SELECT DISTINCT ON (changed.kind) changed.kind, k.at, k.changed_by
    FROM (
      SELECT * FROM employee_contacts
      WHERE employee_id = employees.id AND company_id = employees.company_id OFFSET 0) k
    CROSS JOIN LATERAL (VALUES
      ('EMAIL', lower(k.previous_email) <> lower(k.email)),
      ('PHONE', k.previous_phone <> k.phone)) changed (kind, differs)
    WHERE changed.differs
    ORDER BY changed.kind, k.at DESC) c
  JOIN users u ON u.id = c.changed_by AND u.company_id = employees.company_id
  WHERE NOT ${wasPaidAfter(sql`employees.id`, sql`employees.company_id`, sql`c.at`)})`

/** The columns of `employees` that a list shows; readiness as if no address were held. */
export const selectListColumns = (
  companyId: string,
  now: Date,
  pairs: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`${listedNames}, ${readinessOf(companyId, [])} AS readiness, (
    SELECT min(a.first_yes_at) FROM arrivals a
    WHERE a.employee_id = employees.id AND a.company_id = ${companyId}
      AND a.script_pubkey = employees.script_pubkey AND employees.address <> '') AS address_confirmed_at,
    ${sharedWith(pairs)} AS shared_with, ${payroll} AS payroll, ${mayBeHeld(now)} AS may_be_held,
    ${contactChanges} AS contact_changes`

export type ListedRow = Pick<EmployeeRow, (typeof listed)[number]> & {
  readiness: Readiness
  address_confirmed_at: Date | null
  shared_with: Employee['sharedWith']
  payroll: Employee['payroll'] | null
  may_be_held: boolean
  contact_changes: NonNullable<Employee['contactChanges']> | null
}

/** The values that the column's CHECK allows. */
const frequencyOf = (text: string | null) => (text === null ? null : payFrequency.parse(text))

/** PostgreSQL writes a time of JSON in its own way. */
const onWire = (change: NonNullable<Employee['contactChanges']>[number]) => ({
  ...change,
  at: new Date(change.at).toISOString(),
})

export function toEmployee(row: ListedRow): Employee {
  return {
    _id: row.id,
    ...fieldsOfRow(row),
    baseSalary: usdNumber(row.base_salary_usd_cents),
    addressConfirmedAt: row.address_confirmed_at?.toISOString() ?? null,
    payFrequency: frequencyOf(row.pay_frequency),
    invitedAt: row.invited_at?.toISOString() ?? null,
    readiness: row.readiness,
    creationType: row.creation_type,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    sharedWith: row.shared_with,
    ...(row.payroll && { payroll: row.payroll }),
    ...(row.contact_changes && { contactChanges: row.contact_changes.map(onWire) }),
  }
}

/** Finds an employee who was not deleted, in the form of a list. */
export async function findListed(
  db: Db,
  { companyId, macKey, now }: { companyId: string; macKey: KeyObject; now: Date },
  id: string,
): Promise<ListedRow | null> {
  const pairs = await readAcceptedPairs(db, macKey, companyId)
  const { rows } = await sql<ListedRow>`
    SELECT ${selectListColumns(companyId, now, pairs)} FROM employees
    WHERE company_id = ${companyId} AND id = ${id} AND deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** Locks an employee's row until the SQL transaction ends. */
export async function lockEmployee(
  db: Db,
  companyId: string,
  id: string,
): Promise<EmployeeRow | null> {
  const row = await db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
/**
 * Locks people, in one order, so that their addresses stay as they are until the SQL transaction
 * ends.
 */
export const lockForSharing = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<EmployeeRow[]> =>
  db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()

/** Deletes an employee from every list and payroll; the row stays for past payments. */
export async function deleteEmployee(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<void> {
  const isTheirs = sql`m.company_id = ${companyId} AND m.employee_id = ${id}`
  await endMembers(trx, macKey, isTheirs, userId)
  await deletePeople(trx, macKey, [id], now)
}
