import { sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The balance of all payrolls of a company in satoshi, the mempool counted. */
export async function totalBalance(db: Db, companyId: string): Promise<bigint> {
  const row = await db
    .selectFrom('payroll_balances as b')
    .innerJoin('payrolls as p', 'p.id', 'b.payroll_id')
    .select(({ fn }) => fn.sum<string>('b.balance_sats').as('sats'))
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return BigInt(row?.sats ?? 0)
}

export async function activity(db: Db, companyId: string): Promise<Dashboard['activity']> {
  const { rows } = await sql<{ employees: bigint; payrolls: bigint; payments: bigint }>`
    SELECT
      (SELECT coalesce(sum(people), 0)::bigint FROM employee_counts
        WHERE company_id = ${companyId}) AS employees,
      (SELECT count(*) FROM payrolls WHERE company_id = ${companyId} AND deleted_at IS NULL)
        AS payrolls,
      -- As they were counted last, and what has become since of those that have changed.
      (SELECT coalesce(sum(runs), 0)::bigint FROM run_counts WHERE company_id = ${companyId}) + (
        SELECT coalesce(sum(counts_as_run(d.payment_id)::integer - EXISTS (
          SELECT FROM counted_runs c WHERE c.payment_id = d.payment_id)::integer), 0)
        FROM (SELECT DISTINCT payment_id FROM run_queue WHERE company_id = ${companyId}) d
      ) AS payments`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return {
    employees: Number(counts.employees),
    payrolls: Number(counts.payrolls),
    payments: Number(counts.payments),
  }
}

/** The sum paid in each of the last 12 months of El Salvador's calendar, the current one last. */
export async function spendingByMonth(db: Db, companyId: string): Promise<Dashboard['spending']> {
  const { rows } = await sql<{ month: string; usd_cents: bigint; sats: bigint }>`
    SELECT to_char(m.month, 'YYYY-MM') AS month,
      coalesce(sum(s.usd_cents), 0)::bigint AS usd_cents, coalesce(sum(s.sats), 0)::bigint AS sats
    FROM generate_series(0, 11) AS ago
    CROSS JOIN LATERAL (SELECT (month_of(now()) - make_interval(months => ago))::date) m (month)
    LEFT JOIN spending s ON s.company_id = ${companyId} AND s.month = m.month
    GROUP BY m.month ORDER BY m.month`.execute(db)
  return rows.map((row) => ({
    month: row.month,
    usd: usdNumber(row.usd_cents),
    btc: btcText(row.sats),
  }))
}
