import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { deletePeople } from '#server/authorization/contact-rows.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { addMembers, endMembers } from '#server/authorization/member-rows.ts'
import { notePayData } from '#server/features/notifications/index.ts'
import { findUndeletedPayroll, refuseWhileMoneyMoves } from '#server/features/payments/index.ts'
import { createPayroll } from '#server/features/payrolls/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { analyzeGrown } from '#server/platform/db/statistics.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { auditChanges } from './audit-changes.ts'
import { readDiff } from './diff.ts'
import { holdMatched } from './hold-matched.ts'
import { type Author, noteKnown, noteMissing, noteNew, readAuthors } from './note-changes.ts'
import { importActor, insertPeople, payDataChanges, updateChanged } from './save-rows.ts'
import { type Import, prepareForMany, type Saved, type StoredDiff, updateOpen } from './store.ts'
import { targetOfImport } from './target.ts'
import { requireTrueRows } from './true-rows.ts'

type Keys = { network: Network; macKey: KeyObject }

/**
 * Saves a checked file, or returns the changes that it would make. Everything happens in the SQL
 * transaction `trx`, which also ends the import.
 */
export async function applyImport(trx: Trx, keys: Keys, job: Import): Promise<Saved> {
  const { companyId, payrollId: replaced, dryRun } = job
  if (!dryRun) await refuseIfFrozen(trx, keys.macKey, companyId)
  await prepareForMany(trx)
  await requireTrueRows(trx, keys.macKey, job)
  if (replaced) await requireReplaceable(trx, keys.macKey, companyId, replaced, true)
  const namesakes = await holdMatched(trx, job)
  const diff = { ...(await readDiff(trx, job)), namesakes }
  const payrollId = dryRun ? replaced : await saveRows(trx, keys, job, diff)
  if (!dryRun) await analyzeGrown(trx, ['payroll_employees'], diff.added)
  const ended = { state: 'done', payroll_id: payrollId, diff, ended_at: new Date() } as const
  await updateOpen(trx, job, ended)
  return { payrollId, diff }
}

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

/** Makes the changes of a matched file; returns the payroll whose list it is. */
async function saveRows(
  trx: Trx,
  keys: Keys,
  job: Import,
  diff: StoredDiff,
): Promise<string | null> {
  const { macKey } = keys
  const { creationType, isWhole } = targetOfImport(job)
  const payrollId = isWhole ? (job.payrollId ?? (await makePayroll(trx, keys, job))) : null
  const authors = await readAuthors(trx, job)
  await auditChanges(trx, job, diff)
  await notePayData(trx, importActor(job), payDataChanges(diff))
  if (payrollId && diff.removed > 0) await removeMissing(trx, macKey, job, authors[0], payrollId)
  if (diff.changed > 0) {
    for (const author of authors) await noteKnown(trx, macKey, author)
    await updateChanged(trx, macKey, job)
  }
  if (diff.added > 0) {
    await insertPeople(trx, macKey, job, creationType)
    if (payrollId) await addNewMembers(trx, macKey, job, payrollId)
    for (const author of authors) await noteNew(trx, macKey, author, job.payrollId)
  }
  await recordFile(trx, job, diff)
  return payrollId
}

const makePayroll = (trx: Trx, keys: Keys, job: Import): Promise<string> => {
  const { name, description } = job
  return createPayroll(trx, keys, importActor(job), { name, description, type: 'CSV' })
}

/**
 * Removes the people who are in no row from the list. A CSV employee is on no other list, so they
 * leave the company as well.
 */
async function removeMissing(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: Import,
  uploader: Author,
  payrollId: string,
) {
  const isMissing = sql`m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND NOT EXISTS (
    SELECT FROM import_rows r
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.matched_id = m.employee_id)`
  const missing = sql`SELECT m.employee_id AS id FROM payroll_members m WHERE ${isMissing}`
  const people = await readIds(trx, missing)
  await noteMissing(trx, macKey, uploader, payrollId, people)
  await deletePeople(trx, macKey, people, new Date())
  await endMembers(trx, macKey, isMissing, uploader.changing.userId)
}

/** Adds the people of new rows to the list. */
async function addNewMembers(trx: Trx, macKey: KeyObject, job: Import, payrollId: string) {
  const { id, companyId, requestedBy } = job
  const made = sql`SELECT employee_id AS id FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL`
  await addMembers(trx, macKey, { companyId, payrollId }, await readIds(trx, made), requestedBy)
}

async function readIds(trx: Trx, people: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${people} ORDER BY 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Records the file as one act; a payroll that was made is an act of its own. */
async function recordFile(trx: Trx, job: Import, diff: StoredDiff): Promise<void> {
  const { companyId, payrollId } = job
  const { added, removed, changed, unchanged } = diff
  const actor = importActor(job)
  if (!targetOfImport(job).isWhole) {
    const detail = { added, changed, unchanged }
    await record(trx, { ...actor, action: 'employee.imported', subject: '', detail })
  } else if (payrollId) {
    const { name: subject } = await trx
      .selectFrom('payrolls')
      .select('name')
      .where('company_id', '=', companyId)
      .where('id', '=', payrollId)
      .executeTakeFirstOrThrow()
    const detail = { payroll: payrollId, added, removed, changed }
    await record(trx, { ...actor, action: 'payroll.listReplaced', subject, detail })
  }
}
