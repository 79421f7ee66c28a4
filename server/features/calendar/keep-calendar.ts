import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { hourMs } from '#domain/durations.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import type { PayPaydayDeps, PrepareDeps } from '#server/features/payments/index.ts'
import { type Db, isLockTimeout } from '#server/platform/db/database.ts'
import { fillOccurrences } from './fill-occurrences.ts'
import { consolidateBeforePaydays, payPaydays } from './pay.ts'
import { preparePaydays } from './prepare.ts'
import { type RemindDeps, remindOfPaydays } from './remind.ts'

const lookMs = 30_000
const refillMs = hourMs

/** Writes paydays that have come into the two years ahead; holidays learned since move them. */
export async function refill(db: Db, macKey: KeyObject, now: Date): Promise<void> {
  const { rows } = await sql<{ companyId: string; payrollId: string }>`
    SELECT s.company_id AS "companyId", s.payroll_id AS "payrollId" FROM schedules s
    JOIN payrolls p ON p.id = s.payroll_id AND p.deleted_at IS NULL WHERE NOT s.ended ORDER BY s.payroll_id`.execute(
    db,
  )
  for (const filled of rows) {
    try {
      await db.transaction().execute(async (trx) => {
        // Paydays of dates that somebody else wrote stay as they are.
        const { companyId, payrollId } = filled
        if (!(await findSchedule(trx, macKey, companyId, payrollId))) return
        await fillOccurrences(trx, macKey, filled, now)
      })
    } catch (cause) {
      // A person is saving this payroll's dates, which also fills them.
      if (!isLockTimeout(cause)) throw cause
    }
  }
}

/**
 * The worker's calendar loop until `signal`: writes paydays, prepares and pays them, and reminds of
 * them.
 */
export async function keepCalendar(
  deps: RemindDeps & PrepareDeps & PayPaydayDeps & { db: Db },
  signal: AbortSignal,
): Promise<void> {
  let filledAt = 0
  while (!signal.aborted) {
    try {
      // Paying comes first: people wait for their pay, and administrators for a message.
      await consolidateBeforePaydays(deps.db, deps)
      await payPaydays(deps.db, deps)
      const now = deps.clock.now()
      if (Math.abs(now.getTime() - filledAt) >= refillMs) {
        await refill(deps.db, deps.macKey, now)
        filledAt = now.getTime()
      }
      await preparePaydays(deps.db, deps)
      await remindOfPaydays(deps.db, deps)
    } catch (err) {
      deps.log.warn({ err }, 'keeping the calendar failed; trying again')
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
