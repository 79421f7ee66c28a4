import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { notePayData } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'
import { holdMatched } from './match-people.ts'
import { readPeopleDiff } from './people-diff.ts'
import {
  auditAddressChanges,
  auditDollarChanges,
  importActor,
  insertPeople,
  noteHolds,
  noteSalariesAndNames,
  payDataChanges,
  updateChanged,
} from './save-rows.ts'
import type { Import, Saved, StoredDiff } from './store.ts'

/**
 * Adds the people of a checked file to the company and changes those it already has, or returns the
 * changes that it would make. Nobody is removed.
 */
export async function applyToPeople(trx: Trx, macKey: KeyObject, job: Import): Promise<Saved> {
  await holdMatched(trx, job)
  const diff = await readPeopleDiff(trx, job)
  if (!job.dryRun) await savePeople(trx, macKey, job, diff)
  return { payrollId: null, diff }
}

async function savePeople(trx: Trx, macKey: KeyObject, job: Import, diff: StoredDiff) {
  const { added, changed, unchanged } = diff
  if (changed > 0) {
    await noteEdits(trx, job)
    await noteSalariesAndNames(trx, job)
    await auditAddressChanges(trx, job)
    await auditDollarChanges(trx, job, diff)
    await notePayData(trx, importActor(job), payDataChanges(diff))
    await noteHolds(trx, macKey, job, 'known')
    await updateChanged(trx, macKey, job)
  }
  if (added > 0) {
    await insertPeople(trx, macKey, job, 'REGULAR')
    await noteHolds(trx, macKey, job, 'new')
  }
  const detail = { added, changed, unchanged }
  await record(trx, { ...importActor(job), action: 'employee.imported', subject: '', detail })
}

/** Notes one event for each person who changes, like an edit by the form. */
async function noteEdits(trx: Trx, { id, companyId, requestedBy, ip }: Import): Promise<void> {
  await sql`
    INSERT INTO audit_events (company_id, user_id, ip, action, subject, detail)
    SELECT ${companyId}, ${requestedBy}, ${ip}, 'employee.edited',
      left(r.first_name || ' ' || r.last_name, 300), jsonb_build_object(
        'employee', e.id::text, 'changed', (
          SELECT jsonb_agg(field ORDER BY place) FROM (VALUES
            (1, 'firstName', r.first_name <> e.first_name),
            (2, 'lastName', r.last_name <> e.last_name),
            (3, 'identification', r.identification <> e.identification),
            (4, 'email', r.email <> e.email), (5, 'phone', r.phone <> e.phone),
            (6, 'baseSalary', r.base_salary_usd_cents <> e.base_salary_usd_cents),
            (7, 'cryptoAddress', r.address <> e.address),
            (8, 'bitcoinPercent', r.bitcoin_percent <> e.bitcoin_percent),
            (9, 'bank', r.bank <> e.bank),
            (10, 'bankAccount', r.bank_account <> e.bank_account),
            (11, 'hiredOn', r.hired_on IS DISTINCT FROM e.hired_on),
            (12, 'payFrequency', r.pay_frequency IS DISTINCT FROM e.pay_frequency)) f (place, field, differs)
          WHERE differs)) || CASE WHEN r.base_salary_usd_cents = e.base_salary_usd_cents
        THEN '{}' ELSE jsonb_build_object(
          'salaryFrom', to_char(e.base_salary_usd_cents / 100.0, 'FM9999999990.00'),
          'salaryTo', to_char(r.base_salary_usd_cents / 100.0, 'FM9999999990.00')) END
    FROM import_rows r JOIN employees e ON e.id = r.matched_id
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed
    ORDER BY r.line`.execute(trx)
}
