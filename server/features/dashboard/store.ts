import { sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'

/** What all payrolls of a company hold, in satoshi, the mempool counted. */
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
      (SELECT count(*) FROM employees WHERE company_id = ${companyId} AND deleted_at IS NULL)
        AS employees,
      (SELECT count(*) FROM payrolls WHERE company_id = ${companyId} AND deleted_at IS NULL)
        AS payrolls,
      -- Neither rejected nor cancelled nor failed, as domain/transaction-state.ts has a run's state.
      (SELECT count(*) FROM payments p WHERE p.company_id = ${companyId} AND (
        SELECT bool_or(t.state NOT IN ('confirmed', 'rejected', 'failed'))
          OR bool_and(NOT is_unpaid(t))
        FROM transactions t WHERE t.payment_id = p.id AND is_current(t)
      )) AS payments`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return {
    employees: Number(counts.employees),
    payrolls: Number(counts.payrolls),
    payments: Number(counts.payments),
  }
}

/** What was paid in each of the last 12 months of El Salvador's calendar, the current one last. */
export async function spendingByMonth(db: Db, companyId: string): Promise<Dashboard['spending']> {
  const { rows } = await sql<{ month: string; usd_cents: bigint; sats: bigint }>`
    WITH months AS (
      SELECT generate_series(this - interval '11 months', this, interval '1 month') AS month
      FROM (SELECT date_trunc('month', now() AT TIME ZONE 'America/El_Salvador') AS this) m
    )
    SELECT to_char(m.month, 'YYYY-MM') AS month,
      coalesce(sum(t.usd_cents), 0)::bigint AS usd_cents, coalesce(sum(t.sats), 0)::bigint AS sats
    FROM months m
    LEFT JOIN transactions t ON t.company_id = ${companyId} AND t.type = 'send'
      AND t.state IN ('unconfirmed', 'confirmed')
      AND t.created_at >= m.month AT TIME ZONE 'America/El_Salvador'
      AND t.created_at < (m.month + interval '1 month') AT TIME ZONE 'America/El_Salvador'
    GROUP BY m.month ORDER BY m.month`.execute(db)
  return rows.map((row) => ({
    month: row.month,
    usd: usdNumber(row.usd_cents),
    btc: btcText(row.sats),
  }))
}
