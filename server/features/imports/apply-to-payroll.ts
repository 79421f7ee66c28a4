import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { deletePeople } from '#server/authorization/contact-rows.ts'
import { addMembers, endMembers } from '#server/authorization/member-rows.ts'
import { notePayData } from '#server/features/notifications/index.ts'
import { findUndeletedPayroll, refuseWhileMoneyMoves } from '#server/features/payments/index.ts'
import { createPayroll } from '#server/features/payrolls/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { auditAddressChanges, auditDollarChanges } from './audit-changes.ts'
import { readDiff } from './diff.ts'
import { holdMatched } from './hold-matched.ts'
import {
  importActor,
  insertPeople,
  noteAdded,
  noteHolds,
  noteMissing,
  noteSalariesAndNames,
  payDataChanges,
  readAuthors,
  updateChanged,
} from './save-rows.ts'
import type { Import, Saved, StoredDiff } from './store.ts'

type Keys = { network: Network; macKey: KeyObject }

/**
 * Refuses a list that cannot be replaced now; with `lock` nothing can prevent it until the SQL
 * transaction ends.
 */
export async function requireReplaceable(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  payrollId: string,
  lock: boolean,
): Promise<void> {
  const payroll = isUuid(payrollId)
    ? await findUndeletedPayroll(db, macKey, companyId, payrollId, lock)
    : null
  if (!payroll) throw new Refusal('NOT_FOUND')
  if (payroll.type !== 'CSV') throw new Refusal('PAYROLL_TYPE_MISMATCH')
  await refuseWhileMoneyMoves(db, companyId, payrollId)
}

/** Makes a checked file the list of its payroll, or returns the changes that it would make. */
export async function applyToPayroll(trx: Trx, keys: Keys, job: Import): Promise<Saved> {
  if (job.payrollId) {
    await requireReplaceable(trx, keys.macKey, job.companyId, job.payrollId, true)
  }
  const namesakes = await holdMatched(trx, job)
  const diff = { ...(await readDiff(trx, job)), namesakes }
  const payrollId = job.dryRun ? job.payrollId : await applyRows(trx, keys, job, diff)
  return { payrollId, diff }
}

async function applyRows(trx: Trx, keys: Keys, job: Import, diff: StoredDiff): Promise<string> {
  const { name, description } = job
  const body = { name, description, type: 'CSV' } as const
  const payrollId = job.payrollId ?? (await createPayroll(trx, keys, importActor(job), body))
  const authors = await readAuthors(trx, job)
  if (diff.addressChangeCount > 0) await auditAddressChanges(trx, job)
  await auditDollarChanges(trx, job, diff)
  await notePayData(trx, importActor(job), payDataChanges(diff))
  if (diff.removed > 0) {
    await noteMissing(trx, keys.macKey, job, payrollId)
    await removeMissing(trx, keys.macKey, job, payrollId)
  }
  if (diff.changed > 0) {
    for (const author of authors) {
      await noteSalariesAndNames(trx, keys.macKey, job, author)
      await noteHolds(trx, keys.macKey, job, 'known', author)
    }
    await updateChanged(trx, keys.macKey, job)
  }
  if (diff.added > 0) {
    await addNew(trx, keys.macKey, job, payrollId)
    for (const author of authors) {
      await noteHolds(trx, keys.macKey, job, 'new', author)
      if (job.payrollId) await noteAdded(trx, keys.macKey, job, payrollId, author)
    }
  }
  if (job.payrollId) await noteReplaced(trx, job, payrollId, diff)
  return payrollId
}

/**
 * Removes the people who are in no row from the list. A CSV employee is on no other list, so they
 * leave the company as well.
 */
async function removeMissing(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: Import,
  payrollId: string,
) {
  const isMissing = sql`m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND NOT EXISTS (
    SELECT FROM import_rows r
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.matched_id = m.employee_id)`
  const { rows } = await sql<{ id: string }>`
    SELECT m.employee_id AS id FROM payroll_members m WHERE ${isMissing} ORDER BY 1`.execute(trx)
  const people = rows.map((row) => row.id)
  await deletePeople(trx, macKey, people, new Date())
  await endMembers(trx, macKey, isMissing)
}

/** Adds the people of new rows, who are on this list alone. */
async function addNew(trx: Trx, macKey: KeyObject, job: Import, payrollId: string): Promise<void> {
  await insertPeople(trx, macKey, job, 'CSV')
  const { rows } = await sql<{ id: string }>`
    SELECT employee_id AS id FROM import_rows
    WHERE company_id = ${job.companyId} AND import_id = ${job.id} AND matched_id IS NULL
    ORDER BY employee_id`.execute(trx)
  const people = rows.map((row) => row.id)
  await addMembers(trx, macKey, { companyId: job.companyId, payrollId }, people)
}

async function noteReplaced(trx: Trx, job: Import, payrollId: string, diff: StoredDiff) {
  const { name } = await trx
    .selectFrom('payrolls')
    .select('name')
    .where('company_id', '=', job.companyId)
    .where('id', '=', payrollId)
    .executeTakeFirstOrThrow()
  const { added, removed, changed } = diff
  await record(trx, {
    ...importActor(job),
    action: 'payroll.listReplaced',
    subject: name,
    detail: {
      payroll: payrollId,
      added,
      removed,
      changed,
    },
  })
}
