import { sql } from 'kysely'
import { secondMs } from '#domain/durations.ts'
import { missedForMs, paidEarlyMs } from '#domain/occurrence-state.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { hasLineOfPeriod } from '../periods/line-of-period.ts'

/**
 * Run `p` counts for its period: something of it is paid, or may still be. A run in dollars alone
 * has no transaction.
 */
export const countsForPeriod = sql<boolean>`(p.total_sats = 0 OR p.closed_at IS NULL OR EXISTS (
  SELECT FROM transactions t WHERE t.payment_id = p.id AND t.type = 'send' AND t.state IN
    ('pendingApproval', 'signed', 'unconfirmed', 'confirmed', 'removed')))`

/** The runs that count for the period of occurrence `o`, without extra runs. */
export const runsOfPeriod = sql`
  payments p WHERE p.payroll_id = o.payroll_id AND p.period_key = o.period_key AND NOT p.extra
    AND ${countsForPeriod}`

/**
 * A later payday of the same payroll as occurrence `o` has a run that counts: a press does not go
 * back before it.
 */
export const hasLaterRun = sql<boolean>`EXISTS (
  SELECT FROM payments p
  WHERE p.payroll_id = o.payroll_id AND p.period_due_at > o.due_at AND ${countsForPeriod})`

/** Person `m` has a line of the period in this column, in the payroll of occurrence `o`. */
const hasLine = (key: string) =>
  hasLineOfPeriod({
    companyId: 'o.company_id',
    payrollId: 'o.payroll_id',
    key,
    employeeId: 'm.employee_id',
  })

/** The time of untracked spend `t`, which is in block `b`. */
const minedAt = sql`coalesce(b.at, t.confirmed_at, t.created_at)`

/**
 * An untracked spend has paid person `m` for occurrence `o`, by the rule of
 * `findPeriodsOfUntrackedPay`: the payday that was due when the spend was mined or, for a person who
 * had a line of that, the next one within 7 days.
 */
const isPaidUntracked = sql<boolean>`EXISTS (
  SELECT FROM transactions t JOIN transaction_outputs x ON x.transaction_id = t.id
  LEFT JOIN blocks b ON b.height = t.height
  LEFT JOIN LATERAL (
    SELECT past.id, past.period_key FROM occurrences past
    WHERE past.payroll_id = o.payroll_id AND past.kind = 'REGULAR' AND past.skipped_at IS NULL
      AND past.due_at <= ${minedAt} ORDER BY past.due_at DESC LIMIT 1) due ON true
  WHERE t.payroll_id = o.payroll_id AND t.untracked AND t.height IS NOT NULL AND o.kind = 'REGULAR'
    AND NOT EXISTS (SELECT FROM untracked_payouts s WHERE s.transaction_id = t.id AND s.vout = x.vout)
    AND x.script_pubkey IN (
      SELECT e.script_pubkey FROM employees e WHERE e.id = m.employee_id
      UNION ALL SELECT a.script_pubkey FROM employee_addresses a WHERE a.employee_id = m.employee_id)
    AND (due.id = o.id OR (
      o.due_at > ${minedAt} AND o.due_at <= ${minedAt} + make_interval(secs => ${sql.lit(paidEarlyMs / secondMs)})
      AND NOT EXISTS (SELECT FROM occurrences sooner
        WHERE sooner.payroll_id = o.payroll_id AND sooner.kind = 'REGULAR'
          AND sooner.skipped_at IS NULL AND sooner.due_at < o.due_at AND sooner.due_at > ${minedAt})
      AND (due.id IS NULL OR ${hasLine('due.period_key')}))))`

const isLacking = sql<boolean>`(NOT ${hasLine('o.period_key')} AND NOT ${isPaidUntracked})`

/**
 * Occurrence `o` is paid: by a run of everybody, or by runs of chosen people and untracked spends
 * that together reached everybody.
 */
export const isPeriodPaid = sql<boolean>`(EXISTS (
    SELECT FROM ${runsOfPeriod} AND NOT p.of_chosen_people)
  OR ((EXISTS (SELECT FROM ${runsOfPeriod}) OR (
      EXISTS (SELECT FROM transactions t
        WHERE t.payroll_id = o.payroll_id AND t.untracked AND t.height IS NOT NULL)
      AND EXISTS (SELECT FROM payroll_members m WHERE m.payroll_id = o.payroll_id)))
    AND NOT EXISTS (
      SELECT FROM payroll_members m WHERE m.payroll_id = o.payroll_id AND ${isLacking})))`

/**
 * Finds the payrolls that have dates. To plan a statement with `isPeriodPaid` takes PostgreSQL ten
 * times as long, and payrolls without dates never need one.
 */
export async function findPayrollsWithDates(
  db: Db,
  payrollIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${arrayText(payrollIds)}::uuid[]) AS x (id)
    WHERE EXISTS (SELECT FROM occurrences o WHERE o.payroll_id = x.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads when the next unpaid payday of each of these payrolls with dates is due. */
export async function readNextDue(
  db: Db,
  payrollIds: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (payrollIds.length === 0) return new Map()
  const since = new Date(now.getTime() - missedForMs)
  const { rows } = await sql<{ id: string; dueAt: Date }>`
    SELECT o.payroll_id AS id, min(o.due_at) AS "dueAt" FROM occurrences o
    WHERE o.payroll_id = ANY(${arrayText(payrollIds)}::uuid[]) AND o.kind = 'REGULAR'
      AND o.due_at > ${since} AND o.skipped_at IS NULL AND NOT ${isPeriodPaid} AND NOT ${hasLaterRun}
    GROUP BY o.payroll_id`.execute(db)
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]))
}
