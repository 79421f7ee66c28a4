import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { insertEmployeeChanges } from '#server/authorization/history-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Changing, OwnChanging } from './changing.ts'

const authorOf = ({ companyId, userId, ip, via, now }: Changing | OwnChanging) => ({
  company_id: companyId,
  changed_by: userId,
  at: now,
  via,
  ip,
})

type Made = {
  employee_id: string
  payroll_id: string | null
  kind: string
  version: number | null
}

/**
 * Writes who made changes. `made` selects `employee_id, payroll_id, kind, version`: the version that
 * the change brings, null for a change of a payroll's people. It may run before or after the changes.
 */
export async function noteEmployeeChanges(
  trx: Db,
  macKey: KeyObject,
  changing: Changing,
  made: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<Made>`
    SELECT n.* FROM (${made}) n (employee_id, payroll_id, kind, version)`.execute(trx)
  const author = authorOf(changing)
  const changes = rows.map((row) => ({ ...author, ...row }))
  await insertEmployeeChanges(trx, macKey, changes)
}

/**
 * Writes who changed shares, the company or the employee. `made` selects `employee_id` and the new
 * `version`.
 */
export async function noteShareChanges(
  trx: Db,
  macKey: KeyObject,
  changing: Changing | OwnChanging,
  made: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ employee_id: string; version: number }>`
    SELECT n.* FROM (${made}) n (employee_id, version)`.execute(trx)
  const author = authorOf(changing)
  const changes = rows.map((row) => ({ ...author, ...row, payroll_id: null, kind: 'SHARE' }))
  await insertEmployeeChanges(trx, macKey, changes)
}
