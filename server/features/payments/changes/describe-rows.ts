import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Change } from '#contract/changes.ts'
import { usdNumber } from '#domain/money.ts'
import type { RunChange } from '#domain/run-changes.ts'
import { readOwnHistory } from '#server/authorization/history-rows.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'

type Made = Pick<Change, 'by' | 'via' | 'ip'> & { at: Date | null }

const onWire = (value: RunChange['before']) =>
  typeof value === 'bigint' ? usdNumber(value) : value

/** Adds to each row of a page the person who made the change, where that is on record. */
export async function describeRows(
  db: Db,
  macKey: KeyObject,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  rows: readonly RunChange[],
): Promise<Change[]> {
  const made = await readMade(db, macKey, { companyId, payrollId }, rows)
  return rows.map(({ employeeId, name, kind, before, after, severity }, index) => {
    const { by = null, at = null, via = null, ip = null } = made.get(index) ?? {}
    const change = { kind, before: onWire(before), after: onWire(after), severity }
    const who = { by, at: at?.toISOString() ?? null, via, ip }
    return { employee: { _id: employeeId, name }, ...change, ...who }
  })
}

/**
 * Finds the newest change of the row's kind that the program wrote; for a contact, the newest before the
 * address changed. A person who was deleted and created again counts as changed by the user who put the new record
 * into the payroll.
 */
async function readMade(
  db: Db,
  macKey: KeyObject,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  rows: readonly RunChange[],
): Promise<Map<number, Made>> {
  const employeeIds = rows.map(({ employeeId }) => employeeId)
  const own = (history: 'employee_changes' | 'employee_destinations' | 'employee_contacts') =>
    readOwnHistory(db, macKey, history, { companyId, employeeIds })
  const changes = await own('employee_changes')
  const destinations = await own('employee_destinations')
  const contacts = await own('employee_contacts')
  const { rows: found } = await sql<Made & { index: number }>`
    SELECT n.index, u.first_name || ' ' || u.last_name AS by, made.at, made.via, made.ip
    FROM unnest(${rows.map((_row, index) => index)}::integer[],
      ${arrayText(employeeIds)}::uuid[],
      ${rows.map(({ kind }) => kind)}::text[]) AS n (index, id, kind)
    LEFT JOIN LATERAL (
      SELECT changed_by, at, via, ip FROM employee_destinations a
      WHERE a.id = ANY(${destinations}) AND a.employee_id = n.id AND a.kind = CASE
        WHEN n.kind IN ('address', 'duplicateAddress', 'formerlyAnothers', 'contactThenAddress')
          THEN 'ADDRESS'
        WHEN n.kind = 'account' THEN 'ACCOUNT' END
      ORDER BY a.version DESC LIMIT 1) moved ON true
    CROSS JOIN LATERAL (
      (SELECT changed_by, at, via, ip, 1 AS place FROM employee_contacts c
       WHERE n.kind = 'contactThenAddress' AND c.id = ANY(${contacts}) AND c.employee_id = n.id
         AND c.at <= moved.at AND c.replaces
       ORDER BY c.at DESC LIMIT 1)
      UNION ALL
      SELECT moved.changed_by, moved.at, moved.via, moved.ip, 2 WHERE moved.at IS NOT NULL
      UNION ALL
      (SELECT changed_by, at, via, ip, CASE kind WHEN 'ADDED' THEN 4 ELSE 3 END
       FROM employee_changes e
       WHERE e.id = ANY(${changes}) AND e.employee_id = n.id
         AND e.kind IN (CASE n.kind WHEN 'salary' THEN 'SALARY' WHEN 'name' THEN 'NAME'
           WHEN 'share' THEN 'SHARE' WHEN 'frequency' THEN 'FREQUENCY' WHEN 'left' THEN 'LEFT'
           ELSE 'ADDED' END, CASE n.kind WHEN 'left' THEN 'LEFT' ELSE 'ADDED' END)
         -- A special pay's sheet does not say who set its amounts.
         AND n.kind <> 'amount'
         AND (e.payroll_id IS NULL OR e.payroll_id = ${payrollId})
       ORDER BY e.kind = 'ADDED', e.id DESC LIMIT 1)
      ORDER BY place LIMIT 1) made
    LEFT JOIN users u ON u.id = made.changed_by AND u.company_id = ${companyId}`.execute(db)
  return new Map(found.map(({ index, ...made }) => [index, made]))
}
