import { sql } from 'kysely'
import { aConfirmedRun, type TestCompany } from './factories.ts'

/** A run of everybody in a payroll that is in a block, as rows alone. */
export async function makePaidRun(company: TestCompany, payrollId: string): Promise<string> {
  const { payment, transaction } = await aConfirmedRun(company, payrollId)
  const { db } = company.t
  await sql`
    WITH made AS (
      INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name,
        identification, address, script_pubkey, usd_cents, sats, bitcoin_percent,
        version, mac)
      SELECT e.company_id, ${payment}, e.id, e.first_name, e.last_name, e.identification, e.address,
        e.script_pubkey, e.base_salary_usd_cents, e.base_salary_usd_cents * 10,
        e.bitcoin_percent, e.version, e.mac
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
      WHERE m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
      RETURNING id, script_pubkey, sats)
    INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
    SELECT ${transaction}, row_number() OVER (), id, script_pubkey, sats FROM made`.execute(db)
  await sql`UPDATE sheets SET total_usd_cents = (
    SELECT sum(usd_cents) FROM sheet_lines WHERE sheet_id = ${payment})
    WHERE id = ${payment}`.execute(db)
  return payment
}
