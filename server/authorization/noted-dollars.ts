import { type RawBuilder, sql } from 'kysely'
import { arrayText, type Db } from '../platform/db/database.ts'

/**
 * The signer notes the dollars of every released order in its signing record, and then in
 * `noted_dollars`, which no other role writes: a restored database learns from the record whose dollars
 * were released.
 */

/** The dollars of order `o` stand in the signing record, as people released them. */
const isNoted = sql<boolean>`EXISTS (
  SELECT FROM noted_dollars n WHERE n.id = o.id AND n.sheet_sha256 = o.sheet_sha256)`

/** The dollars of order `o` of sheet `p` are released, as the tables say: the signer checks it. */
const isReleased = sql<boolean>`((p.is_all_in_dollars AND p.dollars_are_due) OR EXISTS (
  SELECT FROM transactions t WHERE t.order_id = o.id AND t.txid IS NOT NULL))`

async function awaitsNote(db: Db, which: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o JOIN sheet_states p ON p.id = o.sheet_id
    WHERE ${which} AND o.dollars_usd_cents > 0 AND ${isReleased} AND NOT ${isNoted} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the signer has yet to note released dollars of a payment. */
export const awaitsNoteOfPayment = (db: Db, paymentId: string): Promise<boolean> =>
  awaitsNote(db, sql`o.sheet_id = ${paymentId}`)

/** Whether the signer has yet to note the dollars of an order that was released. */
export const awaitsNoteOfOrder = (db: Db, orderId: string): Promise<boolean> =>
  awaitsNote(db, sql`o.id = ${orderId}`)

/** Whether the dollars of all of these orders are noted. */
export async function areOrdersNoted(db: Db, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM orders o
    WHERE o.id = ANY(${arrayText([...orderIds])}::uuid[]) AND NOT ${isNoted} LIMIT 1`.execute(db)
  return rows.length === 0
}
