import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { requirePrimary } from './database-away.ts'
import type { DB } from './database-types.ts'
import { ofPools } from './primary.ts'

// int8 as bigint: an amount of satoshi must never pass through a double.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
// A day as its text: as a Date it would be midnight where the process runs.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export type Trx = Transaction<DB>
/** A pool or a transaction on it: what every store function takes as its first argument. */
export type Db = Kysely<DB>

export type ConnectOptions = {
  poolSize?: number
  /** How long somebody waits for a connection. */
  waitMs?: number
  /** Whether each transaction may come to another connection, on which nothing is prepared: PgBouncer's. */
  pooled?: boolean
  onError: (cause: Error) => void
  /** A new connection stands. */
  onConnect?: () => void
}

/** Statement, lock and idle limits keep one stuck request from holding rows that others need. */
export function connect(
  url: string,
  { poolSize = 10, waitMs = 5_000, pooled, onError, onConnect }: ConnectOptions,
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ofPools,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'quincena',
    // After a failover nobody goes on at a server that is a standby now.
    verify: (client, done) => {
      requirePrimary(client).then(() => {
        onConnect?.()
        done()
      }, done)
    },
  })
  // A listener on each connection, because the pool listens to idle ones alone: one lost between
  // two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => undefined)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { pool, prepares: !pooled })
  // Kysely ends no pool of which it has not used a connection itself: COPY goes past it.
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await destroy()
    if (!pool.ending) await pool.end()
  }
  return db
}

const pools = new WeakMap<Db, { pool: pg.Pool; prepares: boolean }>()

/**
 * Runs one of the few statements that come with every request. PostgreSQL parses it once a connection,
 * except behind a pooler, where the next transaction may come to another connection. It names its columns:
 * PostgreSQL refuses a prepared `*` after a migration that adds a column.
 */
export async function runPrepared<Row>(
  db: Db,
  { name, text }: { name: string; text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const own = pools.get(db)
  if (!own) return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
  const query = { text, values: [...values], ...(own.prepares && { name }) }
  return (await own.pool.query<Row & pg.QueryResultRow>(query)).rows
}

/** How many connections of a pool are used, how many idle, and who waits for one. */
export function connectionsOf(db: Db): { used: number; idle: number; waiting: number } {
  const pool = pools.get(db)?.pool
  if (!pool) throw new Error('connectionsOf wants the pool itself, not a transaction on it')
  const { totalCount, idleCount, waitingCount } = pool
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** A connection of the pool by itself, for what Kysely does not speak: COPY. One that failed is not used again. */
export async function withClient<T>(
  db: Db,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const pool = pools.get(db)?.pool
  if (!pool) throw new Error('withClient wants the pool itself, not a transaction on it')
  const client = await pool.connect()
  let failed = true
  try {
    const result = await work(client)
    failed = false
    return result
  } finally {
    client.release(failed)
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** PostgreSQL refuses other texts with an error; a malformed id is just one that nobody has. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** The id of a row to come, where something that the row holds is made of it. */
export async function newId(db: Db): Promise<string> {
  const { id } = await db
    .selectNoFrom(({ fn }) => fn<string>('uuidv7').as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** Ids grow with time, so that lists show the newest first. */
export async function newIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7() AS id FROM generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}

/** When a row was made: its id of version 7 begins with the time, in milliseconds (RFC 9562, 5.7). */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))

/**
 * Numbers or ids as PostgreSQL reads an array: for thousands of them quicker than what the driver makes
 * of one, which looks into each for quotes.
 */
export const arrayText = (items: Iterable<string | number | bigint>): string =>
  `{${[...items].join()}}`

/** A deadlock needs two to begin at one moment: they hardly do so again. */
const attemptsAtMost = 3

/**
 * Runs `work` in a transaction: the one that `db` is already, or a new one, which is started again
 * where PostgreSQL rolled it back to end a deadlock. So all that `work` does outside must bear a
 * second run.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (cause) {
      if (!isDeadlock(cause) || attempt === attemptsAtMost) throw cause
    }
  }
}

/** Whether all connections of a pool, or of the server, were used for as long as somebody waits for one. */
export function isPoolBusy(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) return cause.code === '53300'
  // The pool's own words: it gives no code.
  return cause instanceof Error && cause.message === 'timeout exceeded when trying to connect'
}

/** Whether a query waited for a lock as long as it may. */
export function isLockTimeout(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === '55P03'
}

/** Whether a query was given up because it and another would have waited for one another. */
export function isDeadlock(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === '40P01'
}

/** The name of the violated constraint, if that is why a query failed. */
export function findViolatedConstraint(cause: unknown): string | null {
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23')
    ? (cause.constraint ?? null)
    : null
}
