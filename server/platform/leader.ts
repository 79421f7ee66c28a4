import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/** Each duty has one leader among all workers: the holder of this advisory lock. */
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
  figures: 10,
} as const
export type Duty = keyof typeof duties
const lockSpace = 7_305_120

/**
 * Runs `work` while this process leads `duty`, until `signal`. The lock belongs to a connection of
 * its own: when the process dies, PostgreSQL frees it and another takes over; when the connection is
 * lost, the work is told to stop. Two may overlap for a moment, so no work relies on being alone.
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
    const client = new pg.Client({ connectionString: url, keepAlive: true })
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
