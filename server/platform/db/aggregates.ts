import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../observe/log.ts'
import type { Db } from './database.ts'

/**
 * Tables of figures that are kept as sums of changes: many rows for one company or payroll become one
 * for each of `by`.
 */
const figures = [
  { table: 'employee_counts', of: 'company_id', by: ['creation_type'], sums: ['people'] },
  {
    table: 'payroll_totals',
    of: 'payroll_id',
    by: ['company_id'],
    sums: ['people', 'usd_cents', 'script_bytes'],
  },
  {
    table: 'transaction_counts',
    of: 'payroll_id',
    by: ['company_id', 'type', 'state', 'is_replacement'],
    sums: ['transactions'],
  },
  { table: 'spending', of: 'company_id', by: ['month'], sums: ['usd_cents', 'sats'] },
  { table: 'run_counts', of: 'company_id', by: [], sums: ['runs'] },
] as const

const rowsAtMost = 100
const runsAtOnce = 1_000
const everyMs = 30_000

/** Sums up what many small changes have left behind. */
export async function sumUpFigures(db: Db): Promise<void> {
  for (const { table, of, by, sums } of figures) {
    const names = sql.join([of, ...by].map((name) => sql.ref(name)))
    const columns = sql.join([of, ...by, ...sums].map((name) => sql.ref(name)))
    const totals = sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))
    const whole = sql.table(table)
    await sql`
      WITH gone AS (
        DELETE FROM ${whole} f USING (
          SELECT ${sql.ref(of)} AS id FROM ${whole} GROUP BY 1 HAVING count(*) > ${rowsAtMost}
        ) many WHERE f.${sql.ref(of)} = many.id
        RETURNING f.*
      )
      INSERT INTO ${whole} (${columns}) SELECT ${names}, ${totals} FROM gone GROUP BY ${names}`.execute(
      db,
    )
  }
}

/** Looks at the runs of which something has changed, and counts those anew. */
export async function settleRuns(db: Db): Promise<void> {
  for (;;) {
    const settled = await db.transaction().execute(async (trx) => {
      // One at a time, each with a snapshot that the one before it is in: two would both count a run.
      await sql`SELECT pg_advisory_xact_lock(hashtext('run_queue'))`.execute(trx)
      const { rows } = await sql<{ settled: bigint }>`
        WITH gone AS (
          DELETE FROM run_queue WHERE ctid = ANY (ARRAY(SELECT ctid FROM run_queue LIMIT ${runsAtOnce}))
          RETURNING company_id, payment_id
        ), looked AS MATERIALIZED (
          SELECT d.*, counts_as_run(d.payment_id) AS counts,
            EXISTS (SELECT FROM counted_runs c WHERE c.payment_id = d.payment_id) AS counted
          FROM (SELECT DISTINCT company_id, payment_id FROM gone) d
        ), more AS (
          INSERT INTO counted_runs (company_id, payment_id)
          SELECT company_id, payment_id FROM looked WHERE counts AND NOT counted
        ), fewer AS (
          DELETE FROM counted_runs c USING looked l
          WHERE c.payment_id = l.payment_id AND l.counted AND NOT l.counts
        ), summed AS (
          INSERT INTO run_counts (company_id, runs)
          SELECT company_id, sum(counts::integer - counted::integer) FROM looked
          GROUP BY company_id HAVING sum(counts::integer - counted::integer) <> 0
        )
        SELECT count(*) AS settled FROM gone`.execute(trx)
      return rows[0]?.settled ?? 0n
    })
    if (settled < BigInt(runsAtOnce)) return
  }
}

/** The duty that does both, until `signal`. */
export async function keepFigures(
  { db, log }: { db: Db; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await settleRuns(db)
      await sumUpFigures(db)
    } catch (err) {
      log.error({ err }, 'could not sum up figures')
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
