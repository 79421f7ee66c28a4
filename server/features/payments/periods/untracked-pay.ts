import { sql } from 'kysely'
import { paidEarlyMs } from '#domain/occurrence-state.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SchedulePayday } from './choose-period.ts'

/** A person of a payroll whom an untracked spend has paid, in a block of that time. */
export type UntrackedPay = { employeeId: string; at: Date }

/**
 * Reads the people of a payroll whom untracked spends have paid at a present or former address of
 * theirs. A spend that pays a line of a run belongs to that run and does not count here.
 */
export async function readUntrackedPay(
  db: Db,
  { companyId, id: payrollId }: { companyId: string; id: string },
): Promise<UntrackedPay[]> {
  const { rows } = await sql<UntrackedPay>`
    WITH paid AS (
      SELECT t.id, o.script_pubkey AS script, coalesce(b.at, t.confirmed_at, t.created_at) AS at
      FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
      LEFT JOIN blocks b ON b.height = t.height
      WHERE t.company_id = ${companyId} AND t.payroll_id = ${payrollId}
        AND t.untracked AND t.height IS NOT NULL AND NOT EXISTS (
          SELECT FROM untracked_payouts s WHERE s.transaction_id = t.id AND s.vout = o.vout)),
    people AS (
      SELECT e.id, e.script_pubkey AS script
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
      WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND EXISTS (SELECT FROM paid)
      UNION
      SELECT a.employee_id, a.script_pubkey
      FROM payroll_members m JOIN employee_addresses a ON a.employee_id = m.employee_id
      WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND EXISTS (SELECT FROM paid))
    -- A spend pays each person once, even where several people share an address.
    SELECT DISTINCT people.id AS "employeeId", paid.at, paid.id
    FROM paid JOIN people ON people.script = paid.script ORDER BY paid.at, paid.id, people.id`.execute(
    db,
  )
  return rows
}

/**
 * The people whom untracked spends have paid, by period. Another database made these spends, so
 * their period follows the rule of a press: the period that was due or, for a person who had a line
 * of it, the next one within 7 days.
 */
export async function findPeriodsOfUntrackedPay(
  pays: readonly UntrackedPay[],
  paydays: readonly SchedulePayday[],
  linesOf: (key: string) => Promise<ReadonlySet<string>>,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const { employeeId, at } of pays) {
    const open = paydays.filter(({ isSkipped }) => !isSkipped)
    const due = open.findLast(({ dueAt }) => dueAt <= at)
    const next = open.find(
      ({ dueAt }) => dueAt > at && dueAt.getTime() - at.getTime() <= paidEarlyMs,
    )
    const hasDue =
      due && ((await linesOf(due.key)).has(employeeId) || found.get(due.key)?.has(employeeId))
    const key = (due && !hasDue ? due : (next ?? due))?.key
    if (key) found.set(key, (found.get(key) ?? new Set()).add(employeeId))
  }
  return found
}
