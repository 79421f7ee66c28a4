import type pg from 'pg'
import { withoutChecks } from './history.ts'

export type RunCounts = { payrolls: number; transactions: number }

/**
 * Payrolls of a company and years of its runs, a transaction each, over and in equal shares: one in a
 * hundred failed, one in fifty was replaced by the next. With one payroll all of it is that one's.
 */
export async function fillRuns(
  owner: pg.Client,
  companyId: string,
  { payrolls, transactions }: RunCounts,
): Promise<void> {
  await owner.query(
    `INSERT INTO payrolls (company_id, name, description, type, address)
     SELECT $1, 'Nómina ' || n, 'De prueba', 'REGULAR', 'bench ' || $1::uuid || n
     FROM generate_series(1, $2::integer) n`,
    [companyId, payrolls],
  )
  await owner.query(
    `INSERT INTO payroll_balances (company_id, payroll_id, balance_sats, received_sats)
     SELECT company_id, id, 100000, 100000 FROM payrolls WHERE company_id = $1`,
    [companyId],
  )
  const putBack = await withoutChecks(owner, ['sheets', 'transactions'])
  await owner.query(
    `CREATE TEMP TABLE bench_runs AS
     SELECT g.n, uuidv7() AS id, p.id AS payroll_id,
       now() - interval '1 minute' * (${transactions} - g.n) * (60 * 24 * 365 / ${transactions}::float) AS at,
       CASE WHEN g.n % 100 = 0 THEN 'failed' WHEN g.n % 100 = 50 THEN 'removed' ELSE 'confirmed' END AS state
     FROM (SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM payrolls WHERE company_id = $1) p
     JOIN generate_series(1, ${transactions}) AS g (n) ON g.n % ${payrolls} = p.place
     ORDER BY g.n`,
    [companyId],
  )
  await owner.query(
    `INSERT INTO sheets (id, company_id, payroll_id, requested_by, note, bitcoin_usd_cents,
       dollars_usd_cents, total_sats, rate_usd_cents_per_btc, rate_sources, rate_at, created_at, closed_at)
     SELECT r.id, u.company_id, r.payroll_id, u.id, '', 65000, 0, 700000, 9000000, 3, r.at, r.at, r.at
     FROM bench_runs r JOIN users u ON u.company_id = $1`,
    [companyId],
  )
  const columns = `id, company_id, payroll_id, sheet_id, type, usd_cents, sats,
    rate_usd_cents_per_btc, ended, txid, raw, sent_at, fee_sats, vsize, height, was_mined, created_at,
    root_id, version`
  const values = (id: string, state: string, root: string, version: number) => `
    SELECT ${id}, $1, payroll_id, id, 'send', 65000, 700000, 9000000,
      CASE WHEN ${state} = 'failed' THEN 'failed'::transaction_state END,
      CASE WHEN ${state} <> 'failed' THEN sha256((${id})::text::bytea) END,
      CASE WHEN ${state} <> 'failed' THEN '\\x00'::bytea END, at, 500, 200,
      CASE WHEN ${state} = 'confirmed' THEN 1 END, ${state} = 'confirmed', at,
      ${root}, ${version} FROM bench_runs`
  await owner.query(`INSERT INTO transactions (${columns})${values('id', 'state', 'id', 1)}`, [
    companyId,
  ])
  await owner.query(
    `INSERT INTO transactions (${columns})
     ${values('uuidv7()', "'confirmed'", 'id', 2)} WHERE state = 'removed'`,
    [companyId],
  )
  await owner.query('DROP TABLE bench_runs')
  await putBack()
  await owner.query('VACUUM ANALYZE')
}
