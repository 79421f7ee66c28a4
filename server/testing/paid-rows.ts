import { sql } from 'kysely'
import { aConfirmedRun, type TestCompany } from './factories.ts'

/** A run of everybody in a payroll that is in a block, as rows alone. */
export async function makePaidRun(company: TestCompany, payrollId: string): Promise<string> {
  const { payment, transaction } = await aConfirmedRun(company, payrollId)
  const { db } = company.t
  await sql`
    WITH made AS (
      INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name,
        identification, address, script_pubkey, net_usd_cents, base_usd_cents, bitcoin_percent,
        version, mac)
      SELECT e.company_id, ${payment}, e.id, e.first_name, e.last_name, e.identification, e.address,
        e.script_pubkey, e.base_salary_usd_cents, e.base_salary_usd_cents, e.bitcoin_percent,
        e.version, e.mac
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
      WHERE m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
      RETURNING id, company_id, sheet_id, script_pubkey, net_usd_cents),
    paid AS (
      INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, sats)
      SELECT id, 'BITCOIN', company_id, sheet_id, net_usd_cents, net_usd_cents * 10 FROM made
      RETURNING line_id, sats)
    INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
    SELECT ${transaction}, row_number() OVER (), id, script_pubkey, sats
    FROM made JOIN paid ON line_id = id`.execute(db)
  await sql`UPDATE sheets SET bitcoin_usd_cents = (
    SELECT sum(usd_cents) FROM payouts WHERE sheet_id = ${payment})
    WHERE id = ${payment}`.execute(db)
  return payment
}
