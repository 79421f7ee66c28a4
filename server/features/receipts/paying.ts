import { type RawBuilder, sql } from 'kysely'

/**
 * The confirmed outputs that pay a line of a run, by its own transactions and by untracked spends.
 * One output of these may pay two people who share a script: each then counts with the planned
 * amount. Each line is looked up by index, even while PostgreSQL has no statistics of a new large
 * run.
 */
export const selectPayingOutputs = (
  line: RawBuilder<unknown>,
  paymentId: string,
) => sql<PayingOutput>`(
  SELECT t.txid, o.vout, o.sats, t.height,
    coalesce(t.confirmed_at, t.created_at) AS confirmed_at, false AS untracked,
    t.rate_usd_cents_per_btc AS rate, t.order_id
  FROM (
    SELECT transaction_id, vout, sats FROM transaction_outputs
    WHERE payment_line_id = ${line} OFFSET 0) o
  JOIN transactions t ON t.id = o.transaction_id
  WHERE t.payment_id = ${paymentId} AND t.height IS NOT NULL
  UNION ALL
  SELECT t.txid, s.vout,
    CASE WHEN EXISTS (
      SELECT FROM untracked_payouts x WHERE x.transaction_id = s.transaction_id AND x.vout = s.vout
        AND x.payment_line_id <> s.payment_line_id) THEN s.planned ELSE o.sats END,
    t.height, coalesce(t.confirmed_at, t.created_at), true, NULL, NULL
  FROM (
    SELECT u.transaction_id, u.vout, u.payment_line_id, l.sats AS planned
    FROM untracked_payouts u JOIN payment_lines l ON l.id = u.payment_line_id
    WHERE u.payment_line_id = ${line} OFFSET 0) s
  JOIN transactions t ON t.id = s.transaction_id
  JOIN transaction_outputs o ON o.transaction_id = s.transaction_id AND o.vout = s.vout
  WHERE t.height IS NOT NULL)`

/** Blocks pay every bitcoin part of a run. */
export const isConfirmed = (paymentId: string) => sql<boolean>`NOT EXISTS (
  SELECT FROM payment_lines other
  WHERE other.payment_id = ${paymentId} AND other.usd_cents > 0
    AND NOT EXISTS (SELECT FROM ${selectPayingOutputs(sql`other.id`, paymentId)} AS found))`

type PayingOutput = {
  txid: Buffer
  vout: number
  sats: bigint
  height: number
  confirmed_at: Date
  untracked: boolean
  /**
   * The rate and the order of the transaction's plan; null for an untracked spend, which has the
   * run's.
   */
  rate: bigint | null
  order_id: string | null
}
