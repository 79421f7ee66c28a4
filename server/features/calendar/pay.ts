import { sql } from 'kysely'
import type { OccurrenceReason } from '#contract/calendar.ts'
import { hourMs, minuteMs } from '#domain/durations.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { notifyCompanies } from '#server/features/notifications/index.ts'
import {
  consolidateForPayday,
  findUndeletedPayroll,
  type PayPaydayDeps,
  payPayday,
} from '#server/features/payments/index.ts'
import { type Db, inTransaction, isLockTimeout, type Trx } from '#server/platform/db/database.ts'
import { claimNotices, toMailedPayday } from './notices.ts'
import { type OccurrenceRow, readOpenOccurrences } from './rows.ts'

/** The last attempt is made this long before the window ends: later the signer would refuse it. */
const signedWithinMs = minuteMs

/**
 * Reasons that pass: a worker that starts has no fresh price or node yet, and the next look, 30 s
 * later, may pay.
 */
const passing: readonly OccurrenceReason[] = ['PRICE', 'NODE']
const passingMs = 25_000

/**
 * Paydays that pay themselves now. A payday that was already due when its row was made is left to a
 * person.
 */
const isDue = (now: Date) => {
  const since = new Date(now.getTime() - occurrenceWindowMs + signedWithinMs)
  return sql`o.kind = 'REGULAR' AND o.due_at <= ${now} AND o.due_at > ${since}
    AND o.due_at > o.created_at AND EXISTS (
      SELECT FROM schedules s WHERE s.payroll_id = o.payroll_id AND NOT s.ended)`
}

/**
 * Pays the paydays that are due and pay themselves: each once, all of it or nothing. A payday that
 * cannot be paid is tried again at the next look, and every administrator is told why, once.
 */
export async function payPaydays(db: Db, deps: PayPaydayDeps): Promise<void> {
  const due = await readOpenOccurrences(db, deps.macKey, null, isDue(deps.clock.now()))
  for (const row of due) {
    if (row.mode === 'PAY') await pay(db, deps, row)
  }
}

/** Long enough for several blocks, and for a person where a code is needed. */
const consolidatesBeforeMs = 12 * hourMs

/**
 * Consolidates the deposits of paydays that pay themselves within twelve hours, where a run needs
 * that first.
 */
export async function consolidateBeforePaydays(db: Db, deps: PayPaydayDeps): Promise<void> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + consolidatesBeforeMs)
  const isNear = sql`o.kind = 'REGULAR' AND o.due_at > ${now} AND o.due_at <= ${until}
    AND EXISTS (SELECT FROM schedules s WHERE s.payroll_id = o.payroll_id)`
  for (const row of await readOpenOccurrences(db, deps.macKey, null, isNear)) {
    if (row.mode !== 'PAY') continue
    try {
      await consolidateForPayday(db, deps, row)
    } catch (err) {
      // Another process holds the payroll's lock at this moment.
      if (isLockTimeout(err)) continue
      deps.log.error({ err, occurrence: row.id }, 'consolidating deposits failed; trying again')
    }
  }
}

async function pay(db: Db, deps: PayPaydayDeps, row: OccurrenceRow): Promise<void> {
  const { id, companyId } = row
  const find = async (trx: Trx) => {
    const ofId = sql`o.id = ${id} AND ${isDue(deps.clock.now())}`
    const [found] = await readOpenOccurrences(trx, deps.macKey, companyId, ofId)
    return found?.mode === 'PAY' ? found : null
  }
  try {
    const reason = await payPayday(db, deps, row, async (trx) => (await find(trx)) !== null)
    if (reason) await inTransaction(db, (trx) => hold(trx, deps, row, find, reason))
  } catch (err) {
    // Another process holds the payroll's lock at this moment.
    if (isLockTimeout(err)) return
    deps.log.error({ err, occurrence: id }, 'paying a payday failed; trying again')
  }
}

/** Keeps the reason why a payday is not paid yet, and tells every administrator the first time. */
async function hold(
  trx: Trx,
  deps: PayPaydayDeps,
  { companyId, payrollId }: OccurrenceRow,
  find: (trx: Trx) => Promise<OccurrenceRow | null>,
  reason: OccurrenceReason,
): Promise<void> {
  // Another worker, or a person, may have paid it meanwhile.
  await findUndeletedPayroll(trx, deps.macKey, companyId, payrollId, true)
  const row = await find(trx)
  if (!row) return
  const now = deps.clock.now()
  const heldAt = row.heldAt ?? now
  await trx
    .updateTable('occurrences')
    .set({ held_at: heldAt, held_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', row.id)
    .execute()
  if (passing.includes(reason) && now.getTime() - heldAt.getTime() < passingMs) return
  if (!(await claimNotices(trx, row, ['HELD'], now)).has('HELD')) return
  const until = new Date(row.dueAt.getTime() + occurrenceWindowMs)
  const params = { ...toMailedPayday(row, deps.config.publicUrl), kind: reason, until }
  const content = { template: 'paydayHeld', params } as const
  await notifyCompanies(trx, deps, [{ companyId, content }])
}
