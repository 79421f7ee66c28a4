import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { macOf } from '#server/authorization/mac.ts'
import { findPayday, writePaydays } from '#server/authorization/occurrence-rows.ts'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { requestedBy } from './recorded-values.ts'

const kinds = ['AGUINALDO', 'QUINCENA_25', 'BONUS'] as const
/** Special pays follow the laws of El Salvador. */
const timeZone = 'America/El_Salvador'

/**
 * Saves the sheet of a special pay with the lines that were signed, where the backup does not have it. It
 * is paid, so nobody makes it again. Returns its id, or that of a sheet of the same period.
 */
export async function saveSpecialRun(
  trx: Trx,
  macKey: KeyObject,
  signed: RecordedSignature,
): Promise<string | null> {
  const { pay, company, payroll, signedAt } = signed
  const key = pay?.periodKey ?? ''
  const kind = kinds.find((one) => key.includes(one))
  if (!pay?.specialRun || !kind) return null
  const known = await trx
    .selectFrom('special_runs')
    .select('id')
    .where('payroll_id', '=', payroll)
    .where('period_key', '=', key)
    .executeTakeFirst()
  if (known && known.id !== pay.specialRun) return known.id
  const amounts = pay.lines.map(({ usdCents, dollarsUsdCents }) => usdCents + dollarsUsdCents)
  const most = amounts.reduce((high, one) => (one > high ? one : high), 100n)
  await sql`
    INSERT INTO special_runs (id, company_id, payroll_id, kind, year, period_key, bonus_usd_cents, due_at,
      version, created_by, created_at)
    VALUES (${pay.specialRun}, ${company}, ${payroll}, ${kind}, ${Number(key.slice(0, 4))}, ${key},
      ${kind === 'BONUS' ? most : null}, ${signedAt}, 1, ${requestedBy(signed)}, ${signedAt})
    ON CONFLICT DO NOTHING`.execute(trx)
  const before = await findPayday(trx, { payrollId: payroll, periodKey: key })
  const payday = {
    company_id: company,
    payroll_id: payroll,
    kind,
    period_key: key,
    nominal_day: dayIn(timeZone, signedAt),
    due_at: signedAt,
    time_zone: timeZone,
    mode: 'REMIND',
    special_run_id: pay.specialRun,
    created_at: signedAt,
  }
  if (!before || before.ended) await writePaydays(trx, macKey, [{ payday, before }])
  const macs = pay.lines.map(({ employee }, index) =>
    macOf(macKey, 'special_run_lines', {
      company_id: company,
      run_id: pay.specialRun as string,
      employee_id: employee,
      usd_cents: amounts[index] ?? null,
      version: 1,
    }),
  )
  await sql`
    INSERT INTO special_run_lines (run_id, company_id, employee_id, usd_cents, edited, version, mac)
    SELECT ${pay.specialRun}, ${company}, l.employee, l.cents, false, 1, l.mac
    FROM unnest(${arrayText(pay.lines.map(({ employee }) => employee))}::uuid[],
      ${arrayText(amounts)}::bigint[], ${macs}::bytea[]) AS l (employee, cents, mac)
    ON CONFLICT DO NOTHING`.execute(trx)
  return pay.specialRun
}
