import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'

const rowsAtMost = 100
const everyMs = 30_000

/** Replaces the many small changes of a payroll's totals by their sum. */
export async function sumTotals(db: Db): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM payroll_totals t USING (
        SELECT payroll_id FROM payroll_totals GROUP BY 1 HAVING count(*) > ${rowsAtMost}
      ) many WHERE t.payroll_id = many.payroll_id
      RETURNING t.*
    )
    INSERT INTO payroll_totals (company_id, payroll_id, people, usd_cents, bitcoin_people, script_bytes)
    SELECT company_id, payroll_id, sum(people), sum(usd_cents), sum(bitcoin_people), sum(script_bytes)
    FROM gone GROUP BY 1, 2`.execute(db)
}

/** The worker's loop that does so, until `signal`. */
export async function keepTotals(
  { db, log }: { db: Db; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await sumTotals(db)
    } catch (err) {
      log.error({ err }, 'could not sum the totals of payrolls')
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
