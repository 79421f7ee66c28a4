import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import { applyToPayroll } from './apply-to-payroll.ts'
import { applyToPeople } from './apply-to-people.ts'
import { type Import, prepareForMany, type Saved, updateOpen } from './store.ts'
import { requireTrueRows } from './true-rows.ts'

/**
 * Saves a checked file, or returns the changes that it would make. Everything happens in the SQL
 * transaction `trx`, which also ends the import.
 */
export async function applyImport(
  trx: Trx,
  keys: { network: Network; macKey: KeyObject },
  job: Import,
): Promise<Saved> {
  if (!job.dryRun) await refuseIfFrozen(trx, keys.macKey, job.companyId)
  await prepareForMany(trx)
  await requireTrueRows(trx, keys.macKey, job)
  const saved =
    job.target === 'people'
      ? await applyToPeople(trx, keys.macKey, job)
      : await applyToPayroll(trx, keys, job)
  const { added } = saved.diff
  if (!job.dryRun) await analyzeGrown(trx, ['payroll_employees'], added)
  await updateOpen(trx, job, {
    state: 'done',
    payroll_id: saved.payrollId,
    diff: saved.diff,
    ended_at: new Date(),
  })
  return saved
}
