import { sql } from 'kysely'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { notifyCompanies } from '#server/features/notifications/index.ts'
import { type Db, inTransaction, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { findOwnLine, type OwnLine, periodOf } from './payments.ts'
import type { EmployeeSession } from './sessions.ts'

type Person = Pick<EmployeeSession, 'companyId' | 'employeeIds'>

/** When a person first confirmed that a payment to this address arrived. */
export async function readConfirmedAt(
  db: Db,
  { companyId, employeeIds }: Person,
  script: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(first_yes_at) AS at FROM arrivals
    WHERE company_id = ${companyId} AND employee_id = ANY(${employeeIds}::uuid[])
      AND script_pubkey = ${script} AND length(script_pubkey) > 0`.execute(db)
  return rows[0]?.at?.toISOString() ?? null
}

/**
 * Notes a person's answer about an own payment; the newest one counts. Administrators and preparers
 * are told of the first no. The answer changes no money, and lifts no hold.
 */
export async function sayArrived(
  deps: Deps,
  session: EmployeeSession,
  lineId: string,
  { arrived, ip }: { arrived: boolean; ip: string },
): Promise<void> {
  const { db, macKey, clock } = deps
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const line = isUuid(lineId) ? await findOwnLine(trx, session, lineId) : null
    if (!line || line.state === 'failed') throw new Refusal('NOT_FOUND')
    const { companyId, name } = session
    const before = await trx
      .selectFrom('arrivals')
      .select([...macColumns.arrivals, 'notified_at'])
      .where('company_id', '=', companyId)
      .where('line_id', '=', line.id)
      .forUpdate()
      .executeTakeFirst()
    const isOwn = before && isTrue(macKey, 'arrivals', before)
    const row = {
      line_id: line.id,
      company_id: companyId,
      employee_id: line.employeeId,
      script_pubkey: line.script,
      arrived,
      at: now,
      first_yes_at: (isOwn ? before.first_yes_at : null) ?? (arrived ? now : null),
    }
    const { first_yes_at } = row
    const mac = macOf(macKey, 'arrivals', row)
    await trx
      .insertInto('arrivals')
      .values({ ...row, mac })
      .onConflict((conflict) =>
        conflict.column('line_id').doUpdateSet({ arrived, at: now, first_yes_at, mac }),
      )
      .execute()
    await record(trx, {
      companyId,
      userId: null,
      ip,
      subject: name,
      action: arrived ? 'employee.saidArrived' : 'employee.saidNotArrived',
      detail: { employee: line.employeeId },
    })
    if (!arrived && !before?.notified_at) await tellCompany(trx, deps, session, line, now)
  })
}

async function tellCompany(
  trx: Trx,
  deps: Deps,
  { companyId, name }: EmployeeSession,
  line: OwnLine,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('arrivals')
    .set({ notified_at: now })
    .where('company_id', '=', companyId)
    .where('line_id', '=', line.id)
    .execute()
  const params = {
    person: name,
    period: periodOf(line, 'es'),
    at: line.at,
    usdCents: line.bitcoinUsdCents + line.dollarsUsdCents,
    url: `${deps.config.publicUrl}/payrolls/details/${line.payrollId}`,
  }
  const content = { template: 'notArrived', params } as const
  await notifyCompanies(trx, deps, [{ companyId, content, roles: ['ADMIN', 'PAYROLL'] }])
}
