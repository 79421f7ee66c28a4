import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { employeeMac } from '#server/authorization/employee-mac.ts'
import { type NotifiedChange, notePayData } from '#server/features/notifications/index.ts'
import { findUndeletedPayroll, refuseWhileMoneyMoves } from '#server/features/payments/index.ts'
import { createPayroll } from '#server/features/payrolls/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record, shortened } from '#server/platform/observe/audit.ts'
import { readDiff } from './diff.ts'
import { matchRows } from './match.ts'
import { type Import, prepareForMany, type StoredDiff, updateOpen } from './store.ts'

export type Saved = { payrollId: string | null; diff: StoredDiff }
type Keys = { network: Network; macKey: KeyObject }

/** MACs are made this many at a time: 10 ms of work between two queries. */
const macsAtOnce = 5_000

/** Refuses what can't be replaced now; with `lock` it stays so until the end of the transaction. */
export async function requireReplaceable(
  db: Db,
  companyId: string,
  payrollId: string,
  lock: boolean,
): Promise<void> {
  const payroll = isUuid(payrollId)
    ? await findUndeletedPayroll(db, companyId, payrollId, lock)
    : null
  if (!payroll) throw new Refusal('NOT_FOUND')
  if (payroll.type !== 'CSV') throw new Refusal('PAYROLL_TYPE_MISMATCH')
  await refuseWhileMoneyMoves(db, companyId, payrollId)
}

/**
 * Makes a checked file the list of its payroll, or says what it would change. All of it in the
 * transaction of `trx`, which ends the import too.
 */
export async function applyImport(trx: Trx, keys: Keys, job: Import): Promise<Saved> {
  await prepareForMany(trx)
  if (job.payrollId) {
    await requireReplaceable(trx, job.companyId, job.payrollId, true)
    await matchRows(trx, job, job.payrollId)
  }
  const diff = await readDiff(trx, job)
  const payrollId = job.dryRun ? job.payrollId : await applyRows(trx, keys, job, diff)
  await updateOpen(trx, job, {
    state: 'done',
    payroll_id: payrollId,
    diff,
    ended_at: new Date(),
  })
  return { payrollId, diff }
}

async function applyRows(trx: Trx, keys: Keys, job: Import, diff: StoredDiff): Promise<string> {
  const { name, description } = job
  const body = { name, description, type: 'CSV' } as const
  const payrollId = job.payrollId ?? (await createPayroll(trx, actorOf(job), keys.network, body))
  if (diff.addressChangeCount > 0) await noteAddressChanges(trx, job)
  await notePayData(trx, actorOf(job), changesOf(diff))
  if (diff.removed > 0) await removeMissing(trx, job, payrollId)
  if (diff.changed > 0) await updateChanged(trx, keys.macKey, job)
  if (diff.added > 0) await insertNew(trx, job, payrollId)
  if (job.payrollId) await noteReplaced(trx, job, payrollId, diff)
  return payrollId
}

/**
 * Removes the people who are in no row from the list and, since a CSV employee has no other, from
 * the company.
 */
async function removeMissing(trx: Trx, { id, companyId }: Import, payrollId: string) {
  // One after the other: what a payroll has in sum is kept by triggers, which see the end of a statement.
  await sql`
    UPDATE employees e SET deleted_at = now() FROM payroll_employees m
    WHERE e.company_id = ${companyId} AND e.id = m.employee_id
      AND m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND NOT EXISTS (
        SELECT FROM import_rows r
        WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.matched_id = e.id)`.execute(
    trx,
  )
  await sql`
    DELETE FROM payroll_employees m USING employees e
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId}
      AND e.id = m.employee_id AND e.deleted_at IS NOT NULL`.execute(trx)
}

/** Matched people whose row differs: a new version of them, under a new MAC. */
async function updateChanged(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: Import,
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{
      line: number
      employeeId: string
      version: number
      address: string
      baseSalaryUsdCents: bigint
    }>`
      SELECT r.line, e.id AS "employeeId", e.version + 1 AS version, r.address,
        r.base_salary_usd_cents AS "baseSalaryUsdCents"
      FROM import_rows r JOIN employees e ON e.id = r.matched_id
      WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed AND r.line > ${after}
      ORDER BY r.line LIMIT ${macsAtOnce}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const macs = rows.map((row) => employeeMac(macKey, { companyId, ...row }))
    const { numAffectedRows } = await sql`
      UPDATE employees e
      SET first_name = r.first_name, last_name = r.last_name, identification = r.identification,
        email = r.email, phone = r.phone, base_salary_usd_cents = r.base_salary_usd_cents,
        address = r.address, script_pubkey = r.script_pubkey, version = u.version, mac = u.mac
      FROM unnest(${rows.map((row) => row.line)}::integer[],
        ${rows.map((row) => row.version)}::integer[], ${macs}::bytea[]) AS u (line, version, mac)
      JOIN import_rows r ON r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = u.line
      WHERE e.company_id = ${companyId} AND e.id = r.matched_id
        AND e.version = u.version - 1`.execute(trx)
    if (numAffectedRows !== BigInt(rows.length)) {
      throw new Error('Somebody of a CSV list was changed by something else than a file')
    }
  }
}

async function insertNew(trx: Trx, { id, companyId }: Import, payrollId: string): Promise<void> {
  await sql`
    INSERT INTO employees (id, company_id, first_name, last_name, identification, email, phone,
      base_salary_usd_cents, address, script_pubkey, creation_type, version, mac)
    SELECT employee_id, company_id, first_name, last_name, identification, email, phone,
      base_salary_usd_cents, address, script_pubkey, 'CSV', 1, mac
    FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    ORDER BY employee_id`.execute(trx)
  await sql`
    INSERT INTO payroll_employees (company_id, payroll_id, employee_id)
    SELECT company_id, ${payrollId}, employee_id FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
    ORDER BY employee_id`.execute(trx)
}

/** Where money will go from now on, one event for each person; addresses shortened as elsewhere. */
async function noteAddressChanges(trx: Trx, { id, companyId, requestedBy, ip }: Import) {
  await sql`
    INSERT INTO audit_events (company_id, user_id, ip, action, subject, detail)
    SELECT ${companyId}, ${requestedBy}, ${ip}, 'employee.addressChanged',
      left(r.first_name || ' ' || r.last_name, 300), jsonb_build_object(
        'employee', e.id::text, 'from', left(e.address, 8) || '…' || right(e.address, 6),
        'to', left(r.address, 8) || '…' || right(r.address, 6))
    FROM import_rows r JOIN employees e ON e.id = r.matched_id
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.changed
      AND r.address <> e.address`.execute(trx)
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
    ...actorOf(job),
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

/** The addresses first: one that replaces another is the commonest fraud. */
function changesOf({
  addressChanges,
  salaryChanges,
  addressChangeCount,
  salaryChangeCount,
}: StoredDiff) {
  const changes: NotifiedChange[] = addressChanges.map(({ name, to }) => ({
    kind: 'changedAddress',
    person: name,
    address: shortened(to),
  }))
  for (const { name, from, to } of salaryChanges) {
    const [fromUsdCents, toUsdCents] = [parseUsdNumber(from), parseUsdNumber(to)]
    if (fromUsdCents === null || toUsdCents === null) throw new Error('a salary has cents')
    changes.push({ kind: 'salary', person: name, fromUsdCents, toUsdCents })
  }
  return { changes, count: addressChangeCount + salaryChangeCount }
}

const actorOf = ({ companyId, requestedBy, ip }: Import) => ({
  companyId,
  userId: requestedBy,
  ip,
})
