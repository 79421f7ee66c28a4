import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Changer } from '#contract/change-orders.ts'
import { type ChangedPart, changedParts } from '#domain/enough-approvals.ts'
import { findTrueRows } from '#server/authorization/mac.ts'
import { kinds, type MacKind, type MacRow } from '#server/authorization/registry.ts'
import { findSchedule, readSaves } from '#server/authorization/schedule-rows.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { hasPaidSomebody } from '../run/unpaid-lines.ts'

type Owner = { companyId: string; payrollId: string; macKey: KeyObject }
/** The people of a payday, each with the version that was last paid; 0: nobody has paid that one. */
type Paid = {
  id: string
  version: number
  address: string
  bank: string
  account: string
  paidAt: Date | null
  isLast: boolean
}
type Made = { userId: string | null; what: ChangedPart; employeeId: string | null }

/**
 * Reads who changed what a payroll pays to these people since the version of each that it last paid, and
 * who changed its people and dates since its last payment. Only a payment of everybody counts: a bonus or
 * a payment of chosen people would wash somebody's change away. An employee's own change has no changer,
 * nor has a row that the program did not write.
 */
export async function readChangers(
  db: Db,
  owner: Owner,
  employeeIds: readonly string[],
): Promise<Changer[]> {
  const last = await readLastPayment(db, owner)
  const people = await readPaid(db, owner, employeeIds, last?.id ?? null)
  const made = [
    ...(await readChangesOfPeople(db, owner, people)),
    ...(await readMembers(db, owner, people, last?.id ?? null)),
    ...(await readDates(db, owner, last?.at ?? null)),
  ]
  const byUser = new Map<string, Map<ChangedPart, Set<string | null>>>()
  for (const { userId, what, employeeId } of made) {
    if (userId === null) continue
    const parts = byUser.get(userId) ?? new Map<ChangedPart, Set<string | null>>()
    byUser.set(userId, parts.set(what, (parts.get(what) ?? new Set()).add(employeeId)))
  }
  return [...byUser]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([userId, parts]) => ({
      userId,
      changed: changedParts.flatMap((what) => {
        const of = parts.get(what)
        return of ? [{ what, people: of.has(null) ? 0 : of.size }] : []
      }),
    }))
}

/** Payments `p` of everybody of the payroll that paid somebody. */
const paidEverybody = ({ companyId, payrollId }: Owner) => sql`
  p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND NOT p.of_chosen_people
  AND p.kind = 'REGULAR' AND ${hasPaidSomebody}`

async function readLastPayment(db: Db, owner: Owner): Promise<{ id: string; at: Date } | null> {
  const { rows } = await sql<{ id: string; at: Date }>`
    SELECT p.id, p.created_at AS at FROM sheets p WHERE ${paidEverybody(owner)}
    ORDER BY p.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

async function readPaid(
  db: Db,
  owner: Owner,
  employeeIds: readonly string[],
  lastId: string | null,
): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    WITH everybody AS MATERIALIZED (
      SELECT p.id, p.created_at FROM sheets p WHERE ${paidEverybody(owner)})
    SELECT n.id, coalesce(l.version, 0) AS version, coalesce(l.address, '') AS address,
      coalesce(l.bank, '') AS bank, coalesce(l.bank_account, '') AS account,
      l.created_at AS "paidAt", coalesce(l.sheet_id = ${lastId}, false) AS "isLast"
    FROM unnest(${arrayText(employeeIds)}::uuid[]) AS n (id)
    LEFT JOIN LATERAL (
      SELECT l.version, l.address, l.bank, l.bank_account, l.sheet_id, p.created_at FROM (
        SELECT * FROM sheet_lines
        WHERE employee_id = n.id AND company_id = ${owner.companyId} ORDER BY id DESC OFFSET 0) l
      JOIN everybody p ON p.id = l.sheet_id
      WHERE NOT EXISTS (SELECT FROM payout_states o
        WHERE o.line_id = l.id AND o.method = 'BITCOIN' AND o.state <> 'paid')
      ORDER BY l.id DESC LIMIT 1) l ON true`.execute(db)
  return rows
}

/** Reads the rows `h` of a kind about these people `n`, as far as the program wrote them. */
async function readTrue<Kind extends MacKind>(
  db: Db,
  { companyId, macKey }: Owner,
  kind: Kind,
  people: readonly Paid[],
  { where, column = 'employee_id' }: { where: RawBuilder<unknown>; column?: string },
): Promise<MacRow<Kind>[]> {
  const { rows } = await sql<MacRow<Kind>>`
    SELECT ${selectMacColumns(kind, 'h')}
    FROM unnest(${arrayText(people.map(({ id }) => id))}::uuid[],
      ${people.map(({ version }) => version)}::integer[], ${people.map(({ address }) => address)}::text[],
      ${people.map(({ bank }) => bank)}::text[], ${people.map(({ account }) => account)}::text[],
      ${people.map(({ paidAt }) => paidAt)}::timestamptz[])
      AS n (id, version, address, bank, bank_account, paid_at)
    CROSS JOIN LATERAL (
      SELECT * FROM ${sql.table(kinds[kind].table)} t
      WHERE t.${sql.ref(column)} = n.id AND t.company_id = ${companyId} OFFSET 0) h
    WHERE ${where}`.execute(db)
  return findTrueRows(macKey, kind, rows)
}

const partOf: Partial<Record<string, ChangedPart>> = {
  SALARY: 'SALARY',
  FREQUENCY: 'FREQUENCY',
  SHARE: 'SHARE',
}

async function readChangesOfPeople(db: Db, owner: Owner, people: readonly Paid[]): Promise<Made[]> {
  const made =
    (what: ChangedPart) => (row: { changed_by: string | null; employee_id: string }) => ({
      userId: row.changed_by,
      what,
      employeeId: row.employee_id,
    })
  const since = sql`h.version > n.version`
  const changes = await readTrue(db, owner, 'employee_changes', people, { where: since })
  // A person paid at a former destination was not paid at the one that somebody set since.
  const destinations = await readTrue(db, owner, 'employee_destinations', people, {
    where: sql`h.version > coalesce((
      SELECT max(a.version) FROM employee_destinations a
      WHERE a.employee_id = n.id AND a.kind = h.kind AND a.version <= n.version
        AND CASE h.kind WHEN 'ADDRESS' THEN a.address = n.address
          ELSE (a.bank, a.bank_account) = (n.bank, n.bank_account) END), 0)`,
  })
  const contacts = await readTrue(db, owner, 'employee_contacts', people, { where: since })
  const consents = await readTrue(db, owner, 'employee_consents', people, {
    where: sql`h.by_user IS NOT NULL AND (n.paid_at IS NULL OR h.at > n.paid_at)`,
  })
  const newcomers = people.filter(({ version }) => version === 0)
  const created = await readTrue(db, owner, 'contacts', newcomers, {
    where: sql`h.created_by IS NOT NULL`,
    column: 'id',
  })
  return [
    ...created.map((row) => made('PERSON')({ changed_by: row.created_by, employee_id: row.id })),
    ...changes.flatMap((row) => {
      const what = partOf[row.kind]
      return what ? [made(what)(row)] : []
    }),
    ...consents.map((row) => made('CONSENT')({ ...row, changed_by: row.by_user })),
    ...destinations.map((row) => made(row.kind === 'ACCOUNT' ? 'ACCOUNT' : 'ADDRESS')(row)),
    ...contacts.map(made('CONTACT')),
  ]
}

/** The people who added somebody whom the last payment did not pay, or took out somebody whom it paid. */
async function readMembers(
  db: Db,
  owner: Owner,
  people: readonly Paid[],
  lastId: string | null,
): Promise<Made[]> {
  const { companyId, payrollId, macKey } = owner
  const joined = people.filter(({ isLast }) => !isLast).map(({ id }) => id)
  const { rows } = await sql<MacRow<'payroll_employees'>>`
    SELECT ${selectMacColumns('payroll_employees', 'm')} FROM payroll_employees m
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND m.changed_by IS NOT NULL
      AND CASE WHEN m.ended
        THEN m.employee_id IN (SELECT employee_id FROM sheet_lines WHERE sheet_id = ${lastId})
        ELSE m.employee_id IN (SELECT unnest(${arrayText(joined)}::uuid[])) END`.execute(db)
  const found = await findTrueRows(macKey, 'payroll_employees', rows)
  return found.map((row) => ({
    userId: row.changed_by,
    what: 'MEMBERS',
    employeeId: row.employee_id,
  }))
}

async function readDates(
  db: Db,
  { companyId, payrollId, macKey }: Owner,
  since: Date | null,
): Promise<Made[]> {
  const schedule = await findSchedule(db, macKey, companyId, payrollId)
  const saves = schedule ? readSaves(schedule) : []
  return saves
    .filter(({ at }) => since === null || new Date(at) > since)
    .map(({ by }) => ({ userId: by, what: 'SCHEDULE', employeeId: null }))
}
