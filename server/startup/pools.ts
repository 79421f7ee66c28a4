import type { KeyObject } from 'node:crypto'
import { withMacsOfActs } from '../authorization/audit-rows.ts'
import { connect, type Db } from '../platform/db/database.ts'
import { outage } from '../platform/db/database-away.ts'
import type { Log } from '../platform/observe/log.ts'
import type { DatabaseUrls } from './config.ts'

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

type Urls = Pick<DatabaseUrls, 'url' | 'directUrl' | 'workerUrl'>

/** The only place where the roles of api and worker connect to the database. */
export function openPools({ url, directUrl, workerUrl }: Urls, macKey: KeyObject, log: Log): Pools {
  const onError = (err: Error) => log.warn({ err }, 'lost a database connection')
  const onConnect = () => outage.over(log)
  // URLs that differ tell that `url` leads through a pooler.
  const options = { pooled: url !== directUrl, onError, onConnect }
  return {
    requests: withMacsOfActs(connect(url, options), macKey),
    copies: connect(url, { ...options, poolSize: 3, waitMs: copyWaitMs }),
    // A worker by itself gets its own role's address alone.
    watching: connect(url || workerUrl, { ...options, poolSize: 2 }),
    worker: withMacsOfActs(connect(workerUrl, { onError, onConnect }), macKey),
  }
}

export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool.destroy()))
}
