import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { requireTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type Payee, withDollars } from './payee.ts'

/**
 * Refuses people who are paid in dollars by pay terms that were changed past the program. The signer
 * checks those who are paid in bitcoin; nobody after the api checks where the company's bank pays.
 */
export async function requireTrueAccounts(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  salaries: readonly Payee[],
): Promise<void> {
  const ids = withDollars(salaries).map(({ employeeId }) => employeeId)
  if (ids.length === 0) return
  const { rows } = await sql<MacRow<'employees'>>`
    SELECT ${selectMacColumns('employees')} FROM employees
    WHERE company_id = ${companyId} AND id = ANY(${ids}::uuid[])`.execute(trx)
  for (const row of rows) requireTrue(macKey, 'employees', row)
}
