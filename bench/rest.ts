import type pg from 'pg'
import { withoutChecks } from './history.ts'

/** As many recipients as fit into one transaction. */
export const recipientsAtMost = 3_000

const tables = [
  'payroll_employees',
  'payment_lines',
  'transaction_outputs',
  'audit_events',
  'sessions',
  'payrolls',
]

/**
 * Fills the tables of a large installation besides people and runs: members of the company's one
 * payroll (every second employee), of a small one, `payrolls` more, lines and outputs of payments,
 * the audit trail, sessions, prices.
 */
export async function fillRest(
  owner: pg.Client,
  companyId: string,
  { rows, payrolls }: { rows: number; payrolls: number },
) {
  const one = async (sql: string): Promise<string> => {
    const found = await owner.query<{ id: string }>(sql, [companyId])
    return found.rows[0]?.id ?? ''
  }
  const payroll = await one('SELECT id FROM payrolls WHERE company_id = $1')
  const putBack = await withoutChecks(owner, tables)
  const run = (sql: string, ...values: unknown[]) => owner.query(sql, [companyId, ...values])
  await run(
    `INSERT INTO payrolls (company_id, name, description, type, address)
     SELECT $1, 'Nómina ' || n, 'De prueba', 'REGULAR', 'bench more ' || n FROM generate_series(1, $2::integer) n`,
    payrolls,
  )
  await run(
    'INSERT INTO payroll_balances (company_id, payroll_id) SELECT $1, id FROM payrolls WHERE company_id = $1 ON CONFLICT DO NOTHING',
  )
  const small = await one('SELECT id FROM payrolls WHERE company_id = $1 ORDER BY id DESC LIMIT 1')
  for (const [into, share] of [
    [payroll, 2],
    [small, Math.floor(rows / 20)],
  ] as const) {
    await run(
      `INSERT INTO payroll_employees (company_id, payroll_id, employee_id)
       SELECT $1, $2, id FROM (
         SELECT id, row_number() OVER (ORDER BY id) AS n FROM employees WHERE company_id = $1) e
       WHERE n % $3::integer = 0`,
      into,
      share,
    )
    await run(
      `INSERT INTO payroll_totals SELECT $1, $2, count(*), sum(e.base_salary_usd_cents), sum(length(e.script_pubkey))
       FROM payroll_employees m JOIN employees e ON e.id = m.employee_id WHERE m.payroll_id = $2`,
      into,
    )
  }
  await run(
    `CREATE TEMP TABLE bench_lines AS
     SELECT uuidv7() AS id, e.id AS employee_id, e.first_name, e.last_name, e.n,
       (SELECT id FROM payments WHERE company_id = $1 LIMIT 1) AS first_payment, t.id AS transaction_id, t.payment_id
     FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM employees WHERE company_id = $1) e
     JOIN (SELECT id, payment_id, row_number() OVER (ORDER BY id DESC) AS place FROM transactions
       WHERE company_id = $1 AND state = 'confirmed' ORDER BY id DESC LIMIT $2::integer / ${recipientsAtMost} + 1) t
       ON t.place = e.n / ${recipientsAtMost} + 1`,
    rows,
  )
  await run(
    `INSERT INTO payment_lines (id, company_id, payment_id, employee_id, first_name, last_name, address,
       script_pubkey, usd_cents, sats, version, mac)
     SELECT id, $1, payment_id, employee_id, first_name, last_name, 'bcrt1q', '\\x0014', 65000, 700000, 1,
       decode(repeat('00', 32), 'hex') FROM bench_lines`,
  )
  await owner.query(
    `INSERT INTO transaction_outputs (transaction_id, vout, payment_line_id, script_pubkey, sats)
     SELECT transaction_id, n % ${recipientsAtMost}, id, '\\x0014', 700000 FROM bench_lines`,
  )
  await run(
    `INSERT INTO audit_events (company_id, user_id, action, subject, position, hash)
     SELECT $1, u.id, 'employee.edited', 'Persona ' || n, n + 100, decode(repeat('00', 32), 'hex')
     FROM generate_series(1, $2::integer) n, users u WHERE u.company_id = $1`,
    rows,
  )
  await run(
    `INSERT INTO audit_chains (company_id, position) VALUES ($1, $2::bigint + 100)
     ON CONFLICT (company_id) DO UPDATE SET position = excluded.position`,
    rows,
  )
  // These sessions have users that do not exist: only this user's are looked at.
  await run(
    `INSERT INTO sessions (company_id, user_id, ip, agent)
     SELECT $1, gen_random_uuid(), '203.0.113.7', 'bench' FROM generate_series(1, $2::integer)`,
    rows,
  )
  await owner.query(
    `INSERT INTO prices (at, usd_cents_per_btc, sources)
     SELECT now() - n * interval '2.6 s', 9000000, 3 FROM generate_series(1, $1::integer) n
     ON CONFLICT DO NOTHING`,
    [rows],
  )
  await putBack()
  await owner.query('VACUUM ANALYZE')
  const { rows: sessions } = await owner.query<{ userId: string; sessionId: string }>(
    `SELECT u.id AS "userId", s.id AS "sessionId" FROM users u JOIN sessions s ON s.user_id = u.id
     WHERE u.company_id = $1`,
    [companyId],
  )
  const paid = await one(
    `SELECT transaction_id AS id FROM bench_lines WHERE $1::uuid IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  )
  const [mine] = sessions
  if (!mine) throw new Error('who signed up has a session')
  return { payroll, small, paid, ...mine }
}
