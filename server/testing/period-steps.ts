import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { testMacKey } from './codes.ts'
import { sealRows } from './seal-rows.ts'

/** Changes a schedule past the program, under a true MAC. */
export async function changeSchedule(
  owner: Db,
  payrollId: string,
  changes: RawBuilder<unknown>,
  macKey = testMacKey,
) {
  await sql`UPDATE schedules SET ${changes}, mac = NULL WHERE payroll_id = ${payrollId}`.execute(
    owner,
  )
  await sealRows(owner, macKey, 'schedules')
}

/** Changes paydays `o` of a `where` past the program, under a true MAC. */
export async function rewritePaydays(
  owner: Db,
  where: RawBuilder<unknown>,
  changes: RawBuilder<unknown>,
  macKey = testMacKey,
) {
  await inTransaction(owner, async (trx) => {
    await sql`UPDATE occurrences o SET ${changes}, mac = NULL WHERE ${where}`.execute(trx)
    await sealRows(trx, macKey, 'occurrences')
  })
}

type Payroll = { companyId: string; payrollId: string; userId: string }
export type PaydayRow = { key: string; inHours: number; skipped?: boolean; kind?: string }

/** A payroll has dates: a schedule's row, and these paydays as if it had made them. */
export async function setPaydays(
  owner: Db,
  payroll: Payroll,
  paydays: readonly PaydayRow[],
  macKey = testMacKey,
) {
  const { companyId, payrollId, userId } = payroll
  await sql`
    INSERT INTO schedules (payroll_id, company_id, every, days, hour, time_zone, when_closed, saturdays,
      starts_on, mode, switched_on_at, saves)
    VALUES (${payrollId}, ${companyId}, 'FORTNIGHT', '{15,LAST}', '09:00', 'America/El_Salvador', 'BEFORE',
      'CLOSED', current_date, 'REMIND', now(), '[]')
    ON CONFLICT (payroll_id) DO NOTHING`.execute(owner)
  await sealRows(owner, macKey, 'schedules')
  for (const { key, inHours, skipped = false, kind = 'REGULAR' } of paydays) {
    const dueAt = sql`now() + make_interval(mins => ${Math.round(inHours * 60)})`
    await sql`
      INSERT INTO occurrences (company_id, payroll_id, kind, period_key, nominal_day, due_at, time_zone,
        mode, skipped_at, skipped_by)
      VALUES (${companyId}, ${payrollId}, ${kind}, ${key}, (${dueAt})::date,
        ${dueAt}, 'America/El_Salvador', 'REMIND',
        ${skipped ? sql`now()` : null}, ${skipped ? userId : null})`.execute(owner)
  }
  await sealRows(owner, macKey, 'occurrences')
}

/** How often the chain pays each of them, in the order of the ids. */
export async function timesPaid(db: Db, payrollId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; times: number }>`
    SELECT l.employee_id AS id, count(*)::int AS times
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    JOIN transaction_outputs o ON o.line_id = l.id
    JOIN transactions t ON t.id = o.transaction_id AND t.state = 'confirmed'
    WHERE p.payroll_id = ${payrollId} GROUP BY l.employee_id`.execute(db)
  const times = new Map(rows.map((row) => [row.id, row.times]))
  return ids.map((id) => times.get(id) ?? 0)
}

/** The claims of a payroll: period and person. */
export const claimsOf = (db: Db, payrollId: string) =>
  db
    .selectFrom('period_claims')
    .select(['period_key as key', 'employee_id as employeeId'])
    .where('payroll_id', '=', payrollId)
    .orderBy('employee_id')
    .execute()
