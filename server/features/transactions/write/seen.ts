import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Transactions } from '#server/platform/db/database-types.ts'
import { isNewTo, type Sighting, sightingColumns } from './sighting.ts'

const isOneOf = (txids: Buffer[]) => sql<Buffer>`ANY(${txids}::bytea[])`

/**
 * Records where our own transactions among `txids` were seen. A mined transaction becomes the
 * newest version of its root, and stays so where the block leaves the chain: no automatic act may
 * replace or cancel a payment that people saw confirmed.
 */
export async function markSeen(db: Db, txids: Buffer[], seen: Sighting): Promise<void> {
  await db
    .updateTable('transactions')
    .set({
      ...sightingColumns(seen),
      // The sender may not have recorded the sending yet, or may have died. Without the time, an
      // evicted transaction would not become 'removed'.
      ...(!seen && { sent_at: sql<Date>`coalesce(sent_at, now())` }),
    })
    .where('txid', '=', isOneOf(txids))
    .where('type', '!=', 'receive')
    .where(isNewTo(seen))
    .execute()
  if (!seen) return
  await sql`
    UPDATE transactions t SET version = newest.version + 1
    FROM (
      SELECT v.root_id, max(v.version) AS version FROM transactions v
      WHERE v.root_id IN (SELECT root_id FROM transactions WHERE txid = ${isOneOf(txids)})
      GROUP BY v.root_id) AS newest
    WHERE t.txid = ${isOneOf(txids)} AND t.root_id = newest.root_id
      AND t.state = 'confirmed' AND t.version < newest.version`.execute(db)
}

/** Records that our node accepted these transactions. */
export async function markSent(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ in_mempool: true, sent_at: new Date() })
    .where('id', 'in', ids)
    .where('state', 'in', ['signed', 'removed'])
    .execute()
}

/** Records that these transactions left our node's mempool. */
export async function leaveMempool(db: Db, txids: Buffer[]): Promise<void> {
  await db
    .updateTable('transactions')
    .set({ in_mempool: false })
    .where('in_mempool', '=', true)
    .where('txid', '=', isOneOf(txids))
    .execute()
}

/** Records that the block of this height left the chain. */
export async function forgetBlock(trx: Trx, height: number): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ height: null, confirmed_at: null, in_mempool: true })
    .where('height', '=', height)
    .execute()
}

/** Deletes a reward, which exists in its block only. */
export async function forgetReward(trx: Trx, txid: Buffer): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ height: null, confirmed_at: null })
    .where('txid', '=', txid)
    .where('type', '=', 'receive')
    .execute()
}

/**
 * Notes the tip at which each transaction first was in the mempool, from which its blocks are
 * counted. For one that a full mempool refused or evicted before it was seen there, the tip at
 * which that was noticed.
 */
export async function noteArrivals(db: Db): Promise<void> {
  await sql`
    UPDATE transactions SET unconfirmed_since = (SELECT max(height) FROM blocks)
    WHERE state IN ('signed', 'unconfirmed', 'removed') AND type != 'receive'
      AND unconfirmed_since IS NULL`.execute(db)
}

type Deposit = Pick<
  Insertable<Transactions>,
  'company_id' | 'payroll_id' | 'sats' | 'usd_cents' | 'rate_usd_cents_per_btc'
> & { txid: Buffer }

/**
 * Saves where a deposit was seen; a deposit keeps the rate at which it was first seen. Returns its
 * id where it is new, or was seen elsewhere before.
 */
export async function saveDeposit(
  db: Db,
  deposit: Deposit,
  seen: Sighting,
): Promise<string | null> {
  const row = await db
    .insertInto('transactions')
    .values({
      ...deposit,
      type: 'receive',
      ...sightingColumns(seen),
      confirmed_at: seen && new Date(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['txid', 'payroll_id'])
        .where('txid', 'is not', null)
        .doUpdateSet(sightingColumns(seen))
        .where('transactions.type', '=', 'receive')
        .where(isNewTo(seen)),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Saves a deposit of a restored wallet; the outputs of one transaction add up. */
export async function saveRestored(trx: Trx, deposit: Deposit, height: number): Promise<void> {
  await sql`
    INSERT INTO transactions AS t (company_id, payroll_id, type, txid, sats, usd_cents,
      rate_usd_cents_per_btc, height, was_mined, confirmed_at)
    VALUES (${deposit.company_id}, ${deposit.payroll_id}, 'receive', ${deposit.txid},
      ${deposit.sats}, ${deposit.usd_cents}, ${deposit.rate_usd_cents_per_btc}, ${height}, true, now())
    ON CONFLICT (txid, payroll_id) WHERE txid IS NOT NULL DO UPDATE
      SET sats = t.sats + excluded.sats, usd_cents = t.usd_cents + excluded.usd_cents
      WHERE t.type = 'receive'`.execute(trx)
}
