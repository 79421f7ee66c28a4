import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { changePayroll } from '#server/authorization/payroll-rows.ts'
import { findUndeletedPayroll, refuseWhileOneIsOpen } from '#server/features/payments/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { failAbandoned, isBeingReplaced, prepareForMany } from './store.ts'

/**
 * Turns a CSV payroll into one that is kept by hand, and its people into REGULAR ones. Ids,
 * addresses, salaries and MACs stay as they are, so unpaid lines keep their people. The former
 * files are history.
 */
export async function makeRegular(
  trx: Trx,
  macKey: KeyObject,
  actor: Actor,
  payrollId: string,
): Promise<void> {
  const { companyId } = actor
  const payroll = await findUndeletedPayroll(trx, macKey, companyId, payrollId, true)
  if (!payroll) throw new Refusal('NOT_FOUND')
  if (payroll.type !== 'CSV') throw new Refusal('PAYROLL_TYPE_MISMATCH')
  await refuseWhileOneIsOpen(trx, companyId, payrollId)
  await failAbandoned(trx, companyId)
  // A file that comes later saves under the same lock, and is refused because of the payroll's
  // type.
  if (await isBeingReplaced(trx, companyId, payrollId)) throw new Refusal('IMPORT_IN_PROGRESS')
  await prepareForMany(trx)
  const people = await releasePeople(trx, companyId, payrollId)
  await changePayroll(trx, macKey, payroll, { type: 'REGULAR' })
  await record(trx, {
    ...actor,
    action: 'payroll.madeRegular',
    subject: payroll.name,
    detail: { payroll: payrollId, employees: people },
  })
}

/** Changes people in the order of their ids, like everywhere else, so that nobody deadlocks. */
async function releasePeople(trx: Trx, companyId: string, payrollId: string): Promise<number> {
  const members = sql`
    e.company_id = ${companyId} AND e.creation_type = 'CSV' AND e.deleted_at IS NULL
      AND e.id IN (SELECT employee_id FROM payroll_members
        WHERE company_id = ${companyId} AND payroll_id = ${payrollId})`
  await sql`
    SELECT FROM employees e WHERE ${members} ORDER BY e.id FOR NO KEY UPDATE`.execute(trx)
  const { numAffectedRows } = await sql`
    UPDATE employees e SET creation_type = 'REGULAR' WHERE ${members}`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
