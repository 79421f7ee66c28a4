import type { KeyObject } from 'node:crypto'
import { notePayData } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'
import { auditAddressChanges, auditDollarChanges, auditEdits } from './audit-changes.ts'
import { holdMatched } from './hold-matched.ts'
import { readPeopleDiff } from './people-diff.ts'
import {
  importActor,
  insertPeople,
  noteHolds,
  noteSalariesAndNames,
  payDataChanges,
  readAuthors,
  updateChanged,
} from './save-rows.ts'
import type { Import, Saved, StoredDiff } from './store.ts'

/**
 * Adds the people of a checked file to the company and changes those it already has, or returns the
 * changes that it would make. Nobody is removed.
 */
export async function applyToPeople(trx: Trx, macKey: KeyObject, job: Import): Promise<Saved> {
  const namesakes = await holdMatched(trx, job)
  const diff = { ...(await readPeopleDiff(trx, job)), namesakes }
  if (!job.dryRun) await savePeople(trx, macKey, job, diff)
  return { payrollId: null, diff }
}

async function savePeople(trx: Trx, macKey: KeyObject, job: Import, diff: StoredDiff) {
  const { added, changed, unchanged } = diff
  const authors = await readAuthors(trx, job)
  if (changed > 0) {
    await auditEdits(trx, job)
    for (const author of authors) await noteSalariesAndNames(trx, macKey, job, author)
    await auditAddressChanges(trx, job)
    await auditDollarChanges(trx, job, diff)
    await notePayData(trx, importActor(job), payDataChanges(diff))
    for (const author of authors) await noteHolds(trx, macKey, job, 'known', author)
    await updateChanged(trx, macKey, job)
  }
  if (added > 0) {
    await insertPeople(trx, macKey, job, 'REGULAR')
    for (const author of authors) await noteHolds(trx, macKey, job, 'new', author)
  }
  const detail = { added, changed, unchanged }
  await record(trx, { ...importActor(job), action: 'employee.imported', subject: '', detail })
}
