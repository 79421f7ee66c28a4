import { sql } from 'kysely'
import { paymentState, type TransactionState } from '#domain/transaction-state.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Duty, dutyNames, readLeadingSessions } from '#server/platform/db/leader.ts'

/** The figures that /metrics asks of the database at each request. */

export type Figures = {
  height: number | null
  headers: number | null
  trouble: string | null
  node_age: number | null
  price: bigint | null
  price_age: number | null
  breaches: number
}

export async function readFigures(db: Db): Promise<Figures> {
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

export async function readOpenPayments(db: Db): Promise<TransactionState[]> {
  const { rows } = await sql<{ states: TransactionState[] }>`
    SELECT array_agg(t.state::text) AS states FROM sheets p
    JOIN transactions t ON t.sheet_id = p.id AND (t.live OR t.state = 'confirmed')
    WHERE p.closed_at IS NULL GROUP BY p.id`.execute(db)
  return rows.map(({ states }) => paymentState(states))
}

export async function messageFigures(db: Db) {
  const { rows } = await sql<{ via: string; queued: number; failed: number; oldest: number }>`
    SELECT c.via, (SELECT count(*)::integer FROM messages m
        WHERE m.state = 'queued' AND m.via = c.via) AS queued,
      (SELECT count(*)::integer FROM messages m WHERE m.state = 'failed' AND m.via = c.via
        AND m.completed_at > now() - interval '1 day') AS failed,
      coalesce((SELECT extract(epoch FROM clock_timestamp() - min(m.created_at))::float8
        FROM messages m WHERE m.state = 'queued' AND m.via = c.via), 0) AS oldest
    FROM unnest(enum_range(NULL::message_channel)) AS c (via)`.execute(db)
  return rows
}

/** The age of the oldest open run, 0 without one, and what unsigned transactions wait for. */
export async function readWaitingPayments(db: Db) {
  const { rows } = await sql<{ oldest: number }>`
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
    FROM sheets WHERE closed_at IS NULL`.execute(db)
  const { rows: waiting } = await sql<{ reason: string; transactions: number }>`
    SELECT r.reason, (SELECT count(*)::integer FROM transactions t
      WHERE t.waiting_for = r.reason AND t.state = 'pendingApproval') AS transactions
    FROM unnest(enum_range(NULL::transaction_wait)) AS r (reason)`.execute(db)
  return { oldest: rows[0]?.oldest ?? 0, waiting }
}

export async function countWaitingImports(db: Db): Promise<number> {
  const { rows } = await sql<{ imports: number }>`
    SELECT count(*)::integer AS imports FROM imports WHERE ended_at IS NULL AND deferred`.execute(
    db,
  )
  return rows[0]?.imports ?? 0
}

/** The duties, each with whether a process leads it now. */
export async function leadership(db: Db): Promise<{ duty: Duty; led: boolean }[]> {
  const led = await readLeadingSessions(db)
  return dutyNames.map((duty) => ({ duty, led: led.has(duty) }))
}
