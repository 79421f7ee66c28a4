import { type RawBuilder, sql } from 'kysely'

/**
 * The confirmed outputs that pay a line of a run. Each line is looked up by index, even while
 * PostgreSQL has no statistics of a new large run.
 */
export const selectPayingOutputs = (
  line: RawBuilder<unknown>,
  paymentId: string,
) => sql<PayingOutput>`(
  SELECT t.txid, o.vout, o.sats, t.height,
    coalesce(t.confirmed_at, t.created_at) AS confirmed_at,
    t.rate_usd_cents_per_btc AS rate, t.order_id
  FROM (
    SELECT transaction_id, vout, sats FROM transaction_outputs
    WHERE line_id = ${line} OFFSET 0) o
  JOIN transactions t ON t.id = o.transaction_id
  WHERE t.sheet_id = ${paymentId} AND t.height IS NOT NULL)`

/** Blocks pay every bitcoin part of a run. */
export const isConfirmed = (paymentId: string) => sql<boolean>`NOT EXISTS (
  SELECT FROM payouts other
  WHERE other.sheet_id = ${paymentId} AND other.method = 'BITCOIN'
    AND NOT EXISTS (SELECT FROM ${selectPayingOutputs(sql`other.line_id`, paymentId)} AS found))`

type PayingOutput = {
  txid: Buffer
  vout: number
  sats: bigint
  height: number
  confirmed_at: Date
  /** The rate and the order of the transaction's plan. */
  rate: bigint | null
  order_id: string | null
}
