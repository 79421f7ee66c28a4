import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { usdNumber } from '#domain/money.ts'
import { paymentState, type TransactionState } from '#domain/transaction-state.ts'
import type { Db } from './database.ts'
import type { Log } from './log.ts'

/** Counts what this process answers; the rest is asked of the database when somebody looks. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(db: Db, log: Log) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'quincena_http_request_duration_seconds',
    help: 'Time to answer, by the pattern of the route: no id and no address is a label',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  return {
    observe(labels: { method: string; route: string; status: number }, seconds: number): void {
      requests.observe(labels, seconds)
    },
    contentType: registry.contentType,
    /** The figures of now; without a database those of the process alone. */
    async text(): Promise<string> {
      const [own, asked] = await Promise.all([registry.metrics(), lookedUp(db, log)])
      return `${own}\n${asked}`
    },
  }
}

/** Figures of this moment, in a registry of their own: what nobody knows is absent, and not 0. */
async function lookedUp(db: Db, log: Log): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `quincena_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', 'Whether the database answers; without it nothing below is known')
  try {
    const [figures, payments, messages] = await Promise.all([
      readFigures(db),
      openPayments(db),
      messageFigures(db),
    ])
    up.set(1)
    setMessages(gauge, messages)
    setFigures(gauge, figures)
    const open = gauge('open_payments', 'Runs that are not over, by their state', ['state'])
    for (const state of payments) open.inc({ state })
  } catch (err) {
    log.warn({ err }, 'no figures from the database')
    up.set(0)
  }
  return registry.metrics()
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

function setMessages(gauge: MakeGauge, messages: Awaited<ReturnType<typeof messageFigures>>): void {
  const queued = gauge('messages_queued', 'Messages that wait to be delivered', ['via'])
  const failed = gauge('messages_failed_last_day', 'Messages given up within 24 hours', ['via'])
  for (const row of messages) {
    queued.set({ via: row.via }, row.queued)
    failed.set({ via: row.via }, row.failed)
  }
  gauge('messages_oldest_seconds', 'Age of the oldest that waits, 0 if none does').set(
    Math.max(0, ...messages.map((row) => row.oldest)),
  )
}

function setFigures(gauge: MakeGauge, figures: Figures): void {
  gauge('standing_breaches', 'Broken invariants of the money; above 0 nothing is paid').set(
    figures.breaches,
  )
  const { height, headers, node_age, price, price_age } = figures
  if (height !== null && headers !== null && node_age !== null) {
    gauge('node_height', 'Height of the block that the program has followed to').set(height)
    gauge('node_headers', 'Height of the headers that the node knows').set(headers)
    gauge('node_age_seconds', 'Time since the node was last heard').set(node_age)
    gauge('node_trouble', '1 while the node answers and nothing may be paid').set(
      figures.trouble === null ? 0 : 1,
    )
  }
  if (price !== null && price_age !== null) {
    gauge('price_usd', 'The newest stored price of one bitcoin').set(usdNumber(price))
    gauge('price_age_seconds', 'Its age; above 60 nothing is planned').set(price_age)
  }
}

type Figures = {
  height: number | null
  headers: number | null
  trouble: string | null
  node_age: number | null
  price: bigint | null
  price_age: number | null
  breaches: number
}

async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT n.height, n.headers, n.trouble,
      extract(epoch FROM clock_timestamp() - n.at)::float8 AS node_age,
      p.usd_cents_per_btc AS price, extract(epoch FROM clock_timestamp() - p.at)::float8 AS price_age,
      (SELECT count(*)::integer FROM money_breaches
        WHERE gone_at IS NULL AND accepted_at IS NULL) AS breaches
    FROM (SELECT true) one LEFT JOIN node_status n ON true
    LEFT JOIN LATERAL (SELECT at, usd_cents_per_btc FROM prices ORDER BY at DESC LIMIT 1) p ON true`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('one row is always there')
  return row
}

async function openPayments(db: Db): Promise<TransactionState[]> {
  const { rows } = await sql<{ states: TransactionState[] }>`
    SELECT array_agg(t.state::text) AS states FROM payments p
    JOIN transactions t ON t.payment_id = p.id WHERE p.closed_at IS NULL GROUP BY p.id`.execute(db)
  return rows.map(({ states }) => paymentState(states))
}

async function messageFigures(db: Db) {
  const { rows } = await sql<{ via: string; queued: number; failed: number; oldest: number }>`
    SELECT c.via, (SELECT count(*)::integer FROM messages m
        WHERE m.state = 'queued' AND m.via = c.via) AS queued,
      (SELECT count(*)::integer FROM messages m WHERE m.state = 'failed' AND m.via = c.via
        AND m.settled_at > now() - interval '1 day') AS failed,
      coalesce((SELECT extract(epoch FROM clock_timestamp() - min(m.created_at))::float8
        FROM messages m WHERE m.state = 'queued' AND m.via = c.via), 0) AS oldest
    FROM unnest(enum_range(NULL::message_channel)) AS c (via)`.execute(db)
  return rows
}

/** `GET /metrics` on an address of its own, which is for those who operate the program. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
