import { Logger, run, runMigrations, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../observe/log.ts'
import type { Trx } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { ofPools } from './primary.ts'

/**
 * Jobs are rows of graphile-worker's own schema in the same database: one is added in the
 * transaction that causes it, and runs at least once after that commits.
 */
type Job = { id: string; priority: number }

/** How often one is tried, with delays of e, e², … up to e¹⁰ seconds: the last try is 16 hours after the first. */
export const triesOfAJob = 12

/** Adds a job for each id. A waiting job under the same id is reset. */
export async function addJobs(trx: Trx, task: string, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
    SELECT ROW(${task}::text, json_build_object('id', j.id), NULL, NULL, ${triesOfAJob}::integer,
      ${`${task}:`} || j.id, j.priority, NULL)::graphile_worker.job_spec
    FROM unnest(${jobs.map((job) => job.id)}::text[], ${jobs.map((job) => job.priority)}::integer[])
      AS j (id, priority)))`.execute(trx)
}

/** A pool of graphile-worker's: it reads int8 as text, for its ids pass through JSON. */
function poolOf(url: string, onError: (cause: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ofPools,
    application_name: 'quincena',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => undefined)
  return pool
}

/** Brings graphile-worker's schema to the version of the library, as the owner of the database. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const pool = poolOf(ownerUrl, () => undefined)
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
    // Graphile's tables are closed to all but their owner by row security; our workers are not the
    // owner.
    await pool.query(`DO $$
      DECLARE t record;
      BEGIN
        GRANT USAGE ON SCHEMA graphile_worker TO quincena_app;
        FOR t IN SELECT oid::regclass AS name, relkind, relrowsecurity FROM pg_class
          WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind IN ('r', 'v')
        LOOP
          EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO quincena_app', t.name);
          IF t.relrowsecurity THEN
            EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t.name);
          END IF;
        END LOOP;
      END $$`)
  } finally {
    await pool.end()
  }
}

type Handler = (id: string, isLastTry: boolean) => Promise<void>

/**
 * Without a delay graphile-worker 0.18 notes the end of a job in a promise that nobody awaits: with the
 * database lost at that moment the process ended. With one, the runner ends.
 */
const endings = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Runs jobs until `signal`, as the only process that does: a dead process's jobs are free at once,
 * where graphile-worker alone would wait four hours.
 */
export async function workJobs(
  url: string,
  tasks: Record<string, Handler>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const pool = poolOf(url, (err) => log.warn({ err }, 'lost a connection of the jobs'))
  try {
    await pool.query(`SELECT graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL))`)
    const taskList: TaskList = Object.fromEntries(
      Object.entries(tasks).map(([name, handle]) => [
        name,
        async (payload, { job }) => {
          await handle((payload as { id: string }).id, job.attempts >= job.max_attempts)
        },
      ]),
    )
    const runner = await run({
      pgPool: pool,
      taskList,
      noHandleSignals: true,
      logger: loggerOf(log),
      preset: { worker: { concurrentJobs: 5, ...endings } },
    })
    const stop = () => void runner.stop().catch((err) => log.warn({ err }, 'ending the jobs'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await runner.promise
  } finally {
    await pool.end()
  }
}

/**
 * Graphile's messages go into our log without their objects, which hold the payloads of jobs. A
 * message that lost the database counts to the outage, which is logged once.
 */
function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const err = meta?.error ?? meta?.fatalError
    if (isDatabaseAway(err)) log.warn({ err }, 'the jobs lost the database')
    else if (level === 'error') log.warn({ jobs: message }, 'the jobs report trouble')
    else if (level === 'warning') log.warn({ jobs: message }, 'the jobs report')
    else log.debug({ jobs: message }, 'jobs')
  })
}
