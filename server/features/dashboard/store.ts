import { sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The balance of these payrolls in satoshi, with the mempool. */
export async function totalBalance(db: Db, payrollIds: readonly string[]): Promise<bigint> {
  const row = await db
    .selectFrom('payroll_balances as b')
    .select(({ fn }) => fn.sum<string>('b.balance_sats').as('sats'))
    .where(sql<boolean>`b.payroll_id = ANY(${payrollIds}::uuid[])`)
    .executeTakeFirst()
  return BigInt(row?.sats ?? 0)
}

export async function activity(
  db: Db,
  companyId: string,
): Promise<Omit<Dashboard['activity'], 'payrolls'>> {
  const { rows } = await sql<{ employees: bigint; payments: bigint }>`
    SELECT
      (SELECT count(*) FROM employees WHERE company_id = ${companyId} AND deleted_at IS NULL)
        AS employees,
      (SELECT count(*) FROM sheets WHERE company_id = ${companyId})
        - (SELECT count(*) FROM uncounted_runs WHERE company_id = ${companyId}) AS payments`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return {
    employees: Number(counts.employees),
    payments: Number(counts.payments),
  }
}

const timeZone = 'America/El_Salvador'

/** The sum paid in each of the last 12 months of El Salvador's calendar, the present one last. */
export async function readSpendingByMonth(
  db: Db,
  companyId: string,
): Promise<Dashboard['spending']> {
  const { rows } = await sql<{
    month: string
    usd_cents: bigint
    sats: bigint
    dollars_usd_cents: bigint
  }>`
    SELECT to_char(m.month, 'YYYY-MM') AS month,
      coalesce(spent.usd_cents, 0)::bigint AS usd_cents, coalesce(spent.sats, 0)::bigint AS sats,
      coalesce(in_dollars.usd_cents, 0)::bigint AS dollars_usd_cents
    FROM generate_series(0, 11) AS ago
    CROSS JOIN LATERAL (
      SELECT date_trunc('month', now() AT TIME ZONE ${timeZone}) - make_interval(months => ago)
    ) AS m (month)
    CROSS JOIN LATERAL (
      SELECT sum(usd_cents) AS usd_cents, sum(sats) AS sats FROM transactions
      WHERE company_id = ${companyId} AND type = 'send' AND state IN ('unconfirmed', 'confirmed')
        AND created_at >= m.month AT TIME ZONE ${timeZone}
        AND created_at < (m.month + interval '1 month') AT TIME ZONE ${timeZone}
    ) AS spent
    CROSS JOIN LATERAL (
      SELECT sum(p.dollars_usd_cents) AS usd_cents
      FROM sheets p JOIN sheet_states known ON known.id = p.id
      WHERE p.company_id = ${companyId}
        AND p.created_at >= m.month AT TIME ZONE ${timeZone}
        AND p.created_at < (m.month + interval '1 month') AT TIME ZONE ${timeZone}
        AND p.dollars_usd_cents > 0 AND known.dollars_are_due
    ) AS in_dollars
    ORDER BY m.month`.execute(db)
  return rows.map((row) => ({
    month: row.month,
    usd: usdNumber(row.usd_cents),
    btc: btcText(row.sats),
    dollarsUsd: usdNumber(row.dollars_usd_cents),
  }))
}
