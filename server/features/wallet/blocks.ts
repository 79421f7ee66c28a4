import type { WalkedBlock } from '#domain/block.ts'
import type { Db } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { coinbaseMaturity, refreshBalances } from './balances.ts'
import { failBuried, forgetConflicts, noteConflicts } from './conflicts.ts'
import { applyTransactions } from './matching.ts'
import { closeSettledPayments } from './settlement.ts'

/** The follower's checkpoint: the highest block whose effects are in the tables. */
export type Tip = { height: number; hash: string; chainwork: bigint }

/** Blocks kept for finding the fork: deeper than any reorganisation ever seen, and than our 6. */
const keptBlocks = 1_000

export async function readTip(db: Db): Promise<Tip | null> {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { height: row.height, hash: row.hash.toString('hex'), chainwork: BigInt(row.chainwork) }
}

/** The chain begins to matter at our first look: no address of ours is older. */
export async function saveFirstTip(db: Db, tip: Tip, at: Date): Promise<void> {
  await db
    .insertInto('blocks')
    .values({
      height: tip.height,
      hash: Buffer.from(tip.hash, 'hex'),
      chainwork: tip.chainwork.toString(),
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * One block's effects and the checkpoint, in one SQL transaction: the insert into `blocks` is the
 * compare-and-swap, so of two followers only one connects it.
 */
export async function connectBlock(db: Db, block: WalkedBlock, tip: Tip): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('blocks')
      .values({
        height: tip.height,
        hash: Buffer.from(tip.hash, 'hex'),
        chainwork: tip.chainwork.toString(),
        at: block.at,
      })
      .execute()
    const touched = await applyTransactions(trx, block.transactions, {
      height: tip.height,
      at: block.at,
    })
    await noteConflicts(trx, block.transactions, tip.height)
    await failBuried(trx, tip.height)
    await closeSettledPayments(trx)
    const matured = await trx
      .selectFrom('coins')
      .select('payroll_id')
      .distinct()
      .where('coinbase', '=', true)
      .where('height', '=', tip.height - coinbaseMaturity + 1)
      .execute()
    await refreshBalances(trx, [
      ...new Set([...touched, ...matured.map((coin) => coin.payroll_id)]),
    ])
    await trx
      .deleteFrom('blocks')
      .where('height', '<=', tip.height - keptBlocks)
      .execute()
    await notify(trx, 'chain')
  })
}

/**
 * Takes back the highest block, in one SQL transaction and without its bytes, which a pruned node
 * may no longer have. What it held counts as unconfirmed until the mempool or a block says more.
 */
export async function disconnectTip(db: Db, tip: Tip): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('blocks')
      .where('height', '=', tip.height)
      .where('hash', '=', Buffer.from(tip.hash, 'hex'))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await forgetConflicts(trx, tip.height)
    const spent = await trx
      .updateTable('coins')
      .set({ spent_height: null })
      .where('spent_height', '=', tip.height)
      .returning('payroll_id')
      .execute()
    // A block's reward exists in that block only.
    const gone = await trx
      .deleteFrom('coins')
      .where('height', '=', tip.height)
      .where('coinbase', '=', true)
      .returning(['payroll_id', 'txid'])
      .execute()
    const made = await trx
      .updateTable('coins')
      .set({ height: null })
      .where('height', '=', tip.height)
      .returning('payroll_id')
      .execute()
    const undone = { height: null, confirmed_at: null } as const
    for (const { txid } of gone) {
      await trx
        .updateTable('transactions')
        .set({ ...undone, state: 'removed' })
        .where('txid', '=', txid)
        .where('type', '=', 'receive')
        .execute()
    }
    await trx
      .updateTable('transactions')
      .set({ ...undone, state: 'unconfirmed' })
      .where('height', '=', tip.height)
      .execute()
    await refreshBalances(trx, [
      ...new Set([...spent, ...gone, ...made].map((coin) => coin.payroll_id)),
    ])
    await notify(trx, 'chain')
  })
}
