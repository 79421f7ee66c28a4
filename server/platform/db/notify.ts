import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../observe/log.ts'
import type { Db } from './database.ts'
import { PrimaryClient } from './primary.ts'

/**
 * Channels by which processes wake each other through PostgreSQL. A notification is only a hint to
 * look at the tables: every listener also looks by itself from time to time.
 * - `plans`: a payment was planned; the worker checks its UTXOs at the node.
 * - `signatures`: its UTXOs are there; the signer may sign.
 * - `transactions`: the state of some transaction changed, of the payment whose id it carries.
 * - `chain`: a block was connected or disconnected.
 * - `imports`: a long list of employees was received whole.
 * - `employee_page`: somebody asked for a link to the page of employees, or invites people to it.
 * - `prices`: somebody in the sandbox wants another price, or the worker has stored it.
 */
const channels = [
  ...(['plans', 'signatures', 'transactions', 'chain', 'imports', 'employee_page'] as const),
  'prices',
] as const
export type NotifyChannel = (typeof channels)[number]

/**
 * Wakes the listeners of a channel when the transaction of `db` commits: those who wait for `about`
 * or for anything; without it, all of them.
 */
export async function notify(
  db: Db,
  channel: NotifyChannel,
  about: string | null = null,
): Promise<void> {
  await sql`SELECT ${notification(channel, about)}`.execute(db)
}

/** A notification as a clause of a statement that does the work as well. */
export const notification = (channel: NotifyChannel, about: string | null = null) =>
  sql`pg_notify(${channel}, ${about ?? ''})`

/** A process's one LISTEN connection; reconnects by itself. */
export class Listener {
  readonly #url: string
  readonly #log: Log
  readonly #events = new EventEmitter().setMaxListeners(0)
  #client: pg.Client | null = null
  #closed = false
  #retry: NodeJS.Timeout | null = null

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  async open(): Promise<void> {
    const client = new PrimaryClient({ connectionString: this.#url, keepAlive: true })
    client.on('notification', ({ channel, payload }) => this.#events.emit(channel, payload ?? ''))
    client.on('error', (err) => this.#lost(client, err))
    client.on('end', () => this.#lost(client, null))
    try {
      await client.connect()
      await client.query(channels.map((channel) => `LISTEN ${channel};`).join(' '))
    } catch (cause) {
      // The client is not kept yet, so nobody else ends it or tries again for it.
      void client.end().catch(() => undefined)
      throw cause
    }
    if (this.#closed) return client.end()
    this.#client = client
    // All notifications missed while away count as one.
    for (const channel of channels) this.#events.emit(channel, '')
  }

  #lost(client: pg.Client, err: Error | null): void {
    if (this.#closed || this.#client !== client) return
    this.#client = null
    this.#log.warn({ err }, 'lost the LISTEN connection; trying again')
    const again = () => {
      this.open().catch((cause) => {
        this.#log.warn({ err: cause }, 'no LISTEN connection yet')
        if (!this.#closed) this.#retry = setTimeout(again, 1_000)
      })
    }
    this.#retry = setTimeout(again, 250)
  }

  /** Waits for the next notification of a channel, at most `ms`; with `about` only for those of it. */
  async next(channel: NotifyChannel, ms: number, signal?: AbortSignal, about = ''): Promise<void> {
    await new Promise<void>((resolve) => {
      const heard = (of: string) => {
        if (about === '' || of === '' || of === about) done()
      }
      const done = () => {
        clearTimeout(timer)
        this.#events.off(channel, heard)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#events.on(channel, heard)
      signal?.addEventListener('abort', done)
      if (signal?.aborted) done()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    await this.#client?.end()
  }
}
