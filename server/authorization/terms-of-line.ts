import { sql } from 'kysely'

/**
 * The pay terms of row `l` of sheet_lines, as the MAC of the person covers them: a special pay has another
 * net amount than the base salary.
 */
export const termsOfLine = sql`l.employee_id AS id, l.company_id, l.address,
  l.base_usd_cents AS base_salary_usd_cents, l.bitcoin_percent, l.bank, l.bank_account, l.pay_frequency, l.version, l.mac`

/** The pay terms of a row of import_rows, as the MAC of the person that it is to become covers them. */
export const termsOfImportRow = sql`employee_id AS id, company_id, address, base_salary_usd_cents,
  coalesce(bitcoin_percent, 100) AS bitcoin_percent, coalesce(bank, '') AS bank,
  coalesce(bank_account, '') AS bank_account, pay_frequency, 1 AS version, mac`
