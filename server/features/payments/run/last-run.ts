import { sql } from 'kysely'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isSecondRun } from './check-and-plan.ts'
import type { Facts } from './read-facts.ts'
import { hasPaidSomebody, isUnpaid } from './unpaid-lines.ts'

/**
 * Runs that count as one, oldest first. The sums are over their people: by the newest of these runs
 * that has each person, and by the oldest (`begunUsdCents`).
 */
export type LastRun = {
  ids: string[]
  totalUsdCents: bigint
  begunUsdCents: bigint
  /** The run of everybody, else the newest of chosen people. */
  since: { paymentId: string; at: Date }
}

/**
 * Finds a payroll's last paid run: the newest run of everybody that paid anybody, together with the
 * runs of chosen people since. Before any run of everybody, the runs of chosen people alone.
 */
export async function readLastRun(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<LastRun | null> {
  const { rows } = await sql<{ id: string; totalUsdCents: bigint; at: Date; isWhole: boolean }>`
    WITH whole AS MATERIALIZED (
      SELECT p.id, p.bitcoin_usd_cents + p.dollars_usd_cents AS usd_cents, p.created_at FROM sheets p
      WHERE p.company_id = ${companyId} AND p.payroll_id = ${payrollId}
        AND NOT p.of_chosen_people AND p.kind = 'REGULAR' AND ${hasPaidSomebody}
      ORDER BY p.id DESC LIMIT 1)
    SELECT id, usd_cents AS "totalUsdCents", created_at AS at, true AS "isWhole" FROM whole
    UNION ALL
    SELECT p.id, p.bitcoin_usd_cents + p.dollars_usd_cents, p.created_at, false FROM sheets p
    WHERE p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND p.of_chosen_people
      AND p.kind = 'REGULAR'
      AND (p.id > (SELECT id FROM whole) OR NOT EXISTS (SELECT FROM whole)) AND ${hasPaidSomebody}
    ORDER BY id`.execute(db)
  const [first] = rows
  const named = rows.find(({ isWhole }) => isWhole) ?? rows.at(-1)
  if (!first || !named) return null
  const ids = rows.map(({ id }) => id)
  const { totalUsdCents } = first
  const since = { paymentId: named.id, at: named.at }
  return ids.length > 1
    ? { ids, since, ...(await sumLines(db, ids)) }
    : { ids, since, totalUsdCents, begunUsdCents: totalUsdCents }
}

/** Sums the lines; a person of several of these runs counts once in each sum. */
async function sumLines(
  db: Db,
  paymentIds: readonly string[],
): Promise<Pick<LastRun, 'totalUsdCents' | 'begunUsdCents'>> {
  const { rows } = await sql<Pick<LastRun, 'totalUsdCents' | 'begunUsdCents'>>`
    SELECT coalesce(sum(usd_cents) FILTER (WHERE newest = 1), 0)::bigint AS "totalUsdCents",
      coalesce(sum(usd_cents) FILTER (WHERE oldest = 1), 0)::bigint AS "begunUsdCents"
    FROM (
      SELECT net_usd_cents AS usd_cents,
        row_number() OVER (PARTITION BY employee_id ORDER BY sheet_id) AS oldest,
        row_number() OVER (PARTITION BY employee_id ORDER BY sheet_id DESC) AS newest
      FROM sheet_lines WHERE sheet_id = ANY(${paymentIds}::uuid[])) AS lines`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('An aggregate without groups has one row')
  return sums
}

const namedAtMost = 100

/**
 * Reads the people of a payroll whom its last run has not paid, while another run of everybody
 * would be the second within 72 hours. They were added later, left out, or given up with their
 * lines. Sorted by name.
 */
export async function readUnpaidPeople(
  db: Db,
  facts: Facts,
  now: Date,
): Promise<PaymentPreview['unpaidPeople']> {
  const { id: payrollId, companyId } = facts.payroll
  const nobody = { count: 0, ids: [] }
  if (facts.only || facts.special || !isSecondRun(facts, now) || facts.last?.isUntracked)
    return nobody
  const lastRun = await readLastRun(db, companyId, payrollId)
  if (!lastRun) return nobody
  const { rows } = await sql<{ id: string; count: bigint }>`
    SELECT e.id, count(*) OVER () AS count
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT FROM sheet_lines l JOIN sheets p ON p.id = l.sheet_id
        WHERE l.sheet_id = ANY(${lastRun.ids}::uuid[]) AND l.employee_id = e.id
          -- Lines are unpaid in a closed run only where they were given up.
          AND (p.unpaid_lines_closed_at IS NULL OR NOT ${isUnpaid}
            -- A run of this person alone would pay the dollars a second time.
            OR EXISTS (SELECT FROM payout_states o WHERE o.line_id = l.id AND o.method = 'DOLLARS'
              AND o.state NOT IN ('owed', 'planned'))))
    ORDER BY e.last_name, e.first_name, e.id LIMIT ${sql.lit(namedAtMost)}`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), ids: rows.map(({ id }) => id) }
}
