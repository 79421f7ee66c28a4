import pg from 'pg'

/** SQLSTATEs of a server that ends, starts or takes no writes; class 08 are lost connections. */
const sqlStates = new Set(['57P01', '57P02', '57P03', '25006'])
const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
])
/** The driver's own words, which have no code. */
const driverWords =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired$)/
/** Node's own where a proxy that has no server to lead to hangs up. */
const tlsWords = 'Client network socket disconnected before secure TLS connection was established'

/** A new connection came to a standby, which takes no writes. */
export class OnStandby extends Error {
  override name = 'OnStandby'
}

/**
 * Whether a query failed because the database is away or fails over. A write may have been committed
 * all the same: the answer to a COMMIT is lost as any other.
 */
export function isDatabaseAway(cause: unknown): boolean {
  if (cause instanceof pg.DatabaseError) {
    const { code = '' } = cause
    return sqlStates.has(code) || code.startsWith('08')
  }
  if (!(cause instanceof Error)) return false
  // A name with several addresses: none of them answers.
  if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  const isSocket = syscall !== undefined && socketCodes.has(code)
  const isHungUp = code === 'ECONNRESET' && cause.message === tlsWords
  return isSocket || isHungUp || cause instanceof OnStandby || driverWords.test(cause.message)
}

/** Tells a new connection to the primary from one to a standby, as `target_session_attrs` does for libpq. */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ in_hot_standby: string }>('SHOW in_hot_standby')
  if (rows[0]?.in_hot_standby === 'on') throw new OnStandby('the server is a standby')
}

type Saying = { warn(about: { seconds: number }, message: string): void }

const onceAMinuteMs = 60_000
/** Connections of before are found dead one after another, when somebody uses them. */
const steadyMs = 5_000

/** Says in the log that the database is away, once for all who find out, and that it is back. */
export class Outage {
  readonly #now: () => number
  #since: number | null = null
  #saidAt: number | null = null
  #settledAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Somebody found the database away, and nobody has reached it since. */
  get lasts(): boolean {
    return this.#since !== null
  }

  /** Whether this is the finding to log: the first, and one a minute of an outage that lasts. */
  isUnsaid(): boolean {
    const now = this.#now()
    this.#since ??= now
    if (now < this.#settledAt) return false
    const isUnsaid = this.#saidAt === null || now - this.#saidAt >= onceAMinuteMs
    if (isUnsaid) this.#saidAt = now
    return isUnsaid
  }

  over(log: Saying): void {
    if (this.#since === null) return
    const now = this.#now()
    const seconds = Math.round((now - this.#since) / 1_000)
    const wasSaid = this.#saidAt !== null
    this.#since = null
    this.#saidAt = null
    if (!wasSaid) return
    this.#settledAt = now + steadyMs
    log.warn({ seconds }, 'the database is back')
  }
}

/** A process has one database. */
export const outage = new Outage()
