import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { SpecialPayKind } from '#domain/special-pay/index.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

export type RunRow = {
  id: string
  companyId: string
  payrollId: string
  payrollName: string
  kind: SpecialPayKind
  year: number
  periodKey: string
  bonusUsdCents: bigint | null
  bonusPercent: number | null
  dueAt: Date
}

/**
 * Finds a sheet of a payroll that was not deleted. `lock`: nobody else saves it until the SQL
 * transaction ends.
 */
export async function findRun(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  id: string,
  lock: boolean,
): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    SELECT s.id, s.company_id AS "companyId", s.payroll_id AS "payrollId", p.name AS "payrollName",
      s.kind, s.year, s.period_key AS "periodKey", s.bonus_usd_cents AS "bonusUsdCents",
      s.bonus_percent AS "bonusPercent", s.due_at AS "dueAt"
    FROM special_runs s JOIN payrolls p ON p.id = s.payroll_id AND p.deleted_at IS NULL
    WHERE s.company_id = ${companyId} AND s.id = ${id}
    ${lock ? sql`FOR NO KEY UPDATE OF s` : sql``}`.execute(db)
  const [run] = rows
  if (!run) return null
  const ofRun = sql`o.payroll_id = ${run.payrollId} AND o.period_key = ${run.periodKey}`
  const [payday] = (await readOwnOccurrences(db, macKey, ofRun)).rows
  return { ...run, dueAt: payday?.due_at ?? run.dueAt }
}

export type PayrollMember = {
  employeeId: string
  firstName: string
  lastName: string
  creationType: 'REGULAR' | 'CSV'
  baseSalaryUsdCents: bigint
  hiredOn: string | null
  payFrequency: 'MONTH' | 'FORTNIGHT' | null
}

/** Reads the present people of a payroll, by name. */
export async function readMembers(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  payrollId: string,
): Promise<PayrollMember[]> {
  const { rows } = await sql<PayrollMember & MacRow<'payroll_employees'>>`
    SELECT ${selectMacColumns('payroll_employees', 'm')}, e.id AS "employeeId", e.first_name AS "firstName", e.last_name AS "lastName",
      e.creation_type AS "creationType", e.base_salary_usd_cents AS "baseSalaryUsdCents",
      e.hired_on AS "hiredOn", e.pay_frequency AS "payFrequency"
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL
    ORDER BY plain_text(e.first_name), plain_text(e.last_name), e.id`.execute(db)
  return rows.filter((row) => isTrue(macKey, 'payroll_employees', row))
}

export type StoredLine = {
  employeeId: string
  usdCents: bigint | null
  computedUsdCents: bigint | null
  edited: boolean
}

const termsOf = (
  { companyId, id }: Pick<RunRow, 'companyId' | 'id'>,
  { employeeId, usdCents }: StoredLine,
  version: number,
) => ({
  company_id: companyId,
  run_id: id,
  employee_id: employeeId,
  usd_cents: usdCents,
  version,
})

/** Reads the saved amounts. Throws where one was changed past the program. */
export async function readLines(db: Db, macKey: KeyObject, run: RunRow): Promise<StoredLine[]> {
  const { companyId, id: runId } = run
  const { rows } = await sql<StoredLine & { version: number; mac: Buffer }>`
    SELECT employee_id AS "employeeId", usd_cents AS "usdCents",
      computed_usd_cents AS "computedUsdCents", edited, version, mac
    FROM special_run_lines WHERE company_id = ${companyId} AND run_id = ${runId}`.execute(db)
  return rows.map(({ version, mac, ...line }) => {
    if (!isTrue(macKey, 'special_run_lines', { ...termsOf(run, line, version), mac })) {
      throw new Error(`The line of ${line.employeeId} in special run ${runId} was tampered with`)
    }
    return line
  })
}

/** Replaces all lines of a sheet, each by its next version. */
export async function replaceLines(
  trx: Trx,
  macKey: KeyObject,
  run: Pick<RunRow, 'companyId' | 'id'>,
  lines: readonly StoredLine[],
): Promise<void> {
  const { companyId, id: runId } = run
  const { rows } = await sql<{ version: number }>`
    UPDATE special_runs SET version = version + 1
    WHERE company_id = ${companyId} AND id = ${runId} RETURNING version`.execute(trx)
  const version = rows[0]?.version
  if (version === undefined) throw new Error(`Special run ${runId} is gone`)
  await sql`DELETE FROM special_run_lines
    WHERE company_id = ${companyId} AND run_id = ${runId}`.execute(trx)
  const macs = lines.map((line) => macOf(macKey, 'special_run_lines', termsOf(run, line, version)))
  await sql`
    INSERT INTO special_run_lines (company_id, run_id, employee_id, usd_cents, computed_usd_cents,
      edited, version, mac)
    SELECT ${companyId}::uuid, ${runId}::uuid, l.employee_id, l.usd_cents, l.computed, l.edited,
      ${version}::integer, l.mac
    FROM unnest(${lines.map(({ employeeId }) => employeeId)}::uuid[],
      ${lines.map(({ usdCents }) => usdCents)}::bigint[],
      ${lines.map(({ computedUsdCents }) => computedUsdCents)}::bigint[],
      ${lines.map(({ edited }) => edited)}::boolean[], ${macs}::bytea[])
      AS l (employee_id, usd_cents, computed, edited, mac)`.execute(trx)
}
