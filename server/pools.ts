import { connect, type Db } from './platform/database.ts'
import type { Log } from './platform/log.ts'

/**
 * The connections of a process, apart by what they are for: those who exhaust one group keep nobody of
 * another waiting. A group that is not used has none.
 */
export type Pools = {
  requests: Db
  /** Lists of employees on their way into the database: each holds one as long as its COPY takes. */
  copies: Db
  /** `/readyz` and `/metrics`, which have to answer when nothing else does. */
  watching: Db
  worker: Db
}

/** A list has come in whole by then, and its sender waits longer for it than for any page. */
const copyWaitMs = 60_000

/** The only place where the program's own role connects to the database. */
export function openPools(database: { url: string; directUrl: string }, log: Log): Pools {
  const options = {
    // Where they differ, the first one leads through a pooler.
    pooled: database.url !== database.directUrl,
    onError: (err: Error) => log.warn({ err }, 'lost a database connection'),
  }
  return {
    requests: connect(database.url, options),
    copies: connect(database.url, { ...options, poolSize: 3, waitMs: copyWaitMs }),
    watching: connect(database.url, { ...options, poolSize: 2 }),
    worker: connect(database.url, options),
  }
}

export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.destroy()))
}
