import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../observe/log.ts'
import type { Db } from './database.ts'
import { PrimaryClient } from './primary.ts'

/** Duties with one leader among all workers: the holder of this advisory lock. */
const duties = {
  chain: 1,
  payments: 2,
  price: 3,
  sandbox: 4,
  money: 5,
  audit: 6,
  messages: 7,
  imports: 8,
  accounts: 9,
  totals: 10,
  changes: 11,
  receipts: 12,
  employeePage: 13,
  calendar: 14,
  sweeps: 15,
} as const
export type Duty = keyof typeof duties
export const dutyNames = Object.keys(duties) as Duty[]
const lockSpace = 7_305_120

/** A leader whose machine vanished is given up by PostgreSQL after 7 s of silence, and not after 2 hours. */
const noticeSilence =
  '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2 -c tcp_user_timeout=7000'

/**
 * Runs `work` while this process leads `duty`, until `signal`. The lock belongs to a connection of
 * its own: when the process dies, PostgreSQL frees it and another takes over; when the connection
 * is lost, the work is aborted. Two may overlap for a moment, so no work relies on being alone.
 */
export async function lead(
  url: string,
  duty: Duty,
  log: Log,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lost = new AbortController()
    const client = new PrimaryClient({
      connectionString: url,
      keepAlive: true,
      options: noticeSilence,
    })
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    try {
      await client.connect()
      if (await tryLock(client, duty)) {
        await work(AbortSignal.any([signal, lost.signal]))
      }
    } catch (err) {
      log.error({ err, duty }, 'the duty stopped; it is taken up again')
    } finally {
      await client.end().catch((err) => log.warn({ err, duty }, 'closing the leader connection'))
    }
    await sleep(1_000, undefined, { signal }).catch(() => undefined)
  }
}

async function tryLock(client: pg.Client, duty: Duty): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS held',
    [lockSpace, duties[duty]],
  )
  return rows[0]?.held === true
}

/** The database session that leads each duty, whichever process it belongs to. */
export async function readLeadingSessions(db: Db): Promise<Map<Duty, number>> {
  const { rows } = await sql<{ number: number; session: number }>`
    SELECT l.objid::integer AS number, l.pid AS session
    FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${lockSpace}
      AND d.datname = current_database()`.execute(db)
  const sessions = new Map(rows.map(({ number, session }) => [number, session]))
  return new Map(
    dutyNames.flatMap((duty) => {
      const session = sessions.get(duties[duty])
      return session === undefined ? [] : [[duty, session] as const]
    }),
  )
}
