import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { WalkedBlock } from '#domain/block.ts'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import { forgetBlock, forgetConflicts, forgetReward } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { BlockHeader } from '#server/ports.ts'
import { skipPaidAddresses } from '../addresses/unissued.ts'
import { applyTransactions } from '../apply/apply.ts'
import { claimPaidPeriods } from '../apply/claim-periods.ts'
import { closePayments, reviveFundedPayrolls } from '../apply/close-payments.ts'
import { noteConflicts, refreshLostAt } from '../apply/conflicts.ts'
import { insertUntracked } from '../apply/insert-untracked.ts'
import type { Overview } from '../apply/owned.ts'
import { refreshDue } from '../books/balances.ts'
import { completePaidBatches } from '../untracked/complete-batches.ts'
import { matchSpends } from '../untracked/match.ts'

/** The follower's checkpoint: the highest block whose effects are in the tables. */
export type Tip = { height: number; hash: string; chainwork: bigint; at: Date }

/** Blocks kept to find a fork: more than any reorganisation ever seen, and more than our 6. */
const keptBlocks = 1_000

export async function readTip(db: Db): Promise<Tip | null> {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .orderBy('height', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!row) return null
  const { height, at } = row
  return { height, hash: row.hash.toString('hex'), chainwork: BigInt(row.chainwork), at }
}

/** Saves the blocks at which following begins: no address is older than these. */
export async function saveFirstBlocks(db: Db, headers: readonly BlockHeader[]): Promise<void> {
  await db
    .insertInto('blocks')
    .values(
      headers.map(({ height, hash, chainwork, at }) => ({
        height,
        hash: Buffer.from(hash, 'hex'),
        chainwork: chainwork.toString(),
        at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function oldestKeptHash(db: Db): Promise<string> {
  const row = await db
    .selectFrom('blocks')
    .select('hash')
    .orderBy('height')
    .limit(sql.lit(1))
    .executeTakeFirstOrThrow()
  return row.hash.toString('hex')
}

/**
 * Locks a block of the records until the SQL transaction ends; false where the height has another
 * block by now, or none.
 */
async function lockBlock(trx: Trx, height: number, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('blocks')
    .select('hash')
    .where('height', '=', height)
    .forUpdate()
    .executeTakeFirst()
  return row?.hash.toString('hex') === hash
}

/** Locks our highest block until the SQL transaction ends; false where it is another by now. */
export async function lockTip(trx: Trx, height: number, hash: string): Promise<boolean> {
  if (!(await lockBlock(trx, height, hash))) return false
  // The tip may have changed while this call waited for the lock.
  const tip = await readTip(trx)
  return tip?.height === height && tip.hash === hash
}

/** Finds payrolls with a reward that became spendable with the block at `height`. */
async function findMatured(trx: Trx, height: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('utxos')
    .select('payroll_id')
    .distinct()
    .where('coinbase', '=', true)
    .where('height', '=', height - coinbaseMaturity + 1)
    .execute()
  return rows.map((utxo) => utxo.payroll_id)
}

/** Spends in a block that no record has. */
export type UntrackedInBlock = {
  /** Spends that nobody planned here and that match no payment. */
  untracked: string[]
  /** Spends that became batches of a payment. */
  adopted: string[]
  /** Payrolls' addresses that were paid but never handed out here. */
  skipped: string[]
}

/**
 * Connects one block, its effects and the checkpoint, in one SQL transaction. The insert into
 * `blocks` is a compare-and-swap: of two followers only one connects the block, and the other gets
 * null.
 */
export async function connectBlock(
  db: Db,
  { block, overview }: { block: WalkedBlock; overview: Overview },
  tip: Tip,
  { network, macKey }: { network: Network; macKey: KeyObject },
): Promise<UntrackedInBlock | null> {
  return db.transaction().execute(async (trx) => {
    // Another follower may have disconnected the parent, or connected a block on it, since it was
    // read.
    if (!(await lockBlock(trx, tip.height - 1, block.previousHash))) return null
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('blocks')
      .values({
        height: tip.height,
        hash: Buffer.from(tip.hash, 'hex'),
        chainwork: tip.chainwork.toString(),
        at: block.at,
      })
      .onConflict((conflict) => conflict.column('height').doNothing())
      .executeTakeFirst()
    if (inserted === 0n) return null
    const seen = { height: tip.height, at: block.at }
    const { payrollIds, spenders, foreign } = await applyTransactions(trx, overview, seen)
    const found = await insertUntracked(trx, block.transactions, spenders, seen, network)
    const skipped = await skipPaidAddresses(trx, foreign, network)
    const contradicted = await noteConflicts(trx, block.transactions, tip.height)
    await refreshLostAt(trx, tip.height)
    const matched = await matchSpends(trx, found.spends)
    const touched = [...payrollIds, ...found.payrollIds, ...contradicted]
    if (touched.length > 0) {
      await claimPaidPeriods(trx, tip.height)
      await completePaidBatches(trx)
    }
    await closePayments(trx)
    if (touched.length > 0) await reviveFundedPayrolls(trx, macKey, tip.height)
    await refreshDue(trx, [...touched, ...(await findMatured(trx, tip.height))])
    await trx
      .deleteFrom('blocks')
      .where('height', '<=', tip.height - keptBlocks)
      .execute()
    await notify(trx, 'chain')
    failpoint('block-before-commit')
    return { ...matched, skipped: skipped.map(({ index }) => `0/${index}`) }
  })
}

/**
 * Disconnects the highest block, in one SQL transaction and without its bytes, which a pruned node
 * may no longer have. Its transactions count as unconfirmed until the mempool or a block shows
 * them.
 */
export async function disconnectTip(db: Db, tip: Tip): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockTip(trx, tip.height, tip.hash))) return
    await trx.deleteFrom('blocks').where('height', '=', tip.height).execute()
    await forgetConflicts(trx, tip.height)
    await refreshLostAt(trx, tip.height - 1)
    const spent = await trx
      .updateTable('utxos')
      .set({ spent_height: null })
      .where('spent_height', '=', tip.height)
      .returning('payroll_id')
      .execute()
    // A block's reward exists in that block only.
    const gone = await trx
      .deleteFrom('utxos')
      .where('height', '=', tip.height)
      .where('coinbase', '=', true)
      .returning(['payroll_id', 'txid'])
      .execute()
    const made = await trx
      .updateTable('utxos')
      .set({ height: null })
      .where('height', '=', tip.height)
      .returning('payroll_id')
      .execute()
    failpoint('reorganisation-half-way')
    for (const { txid } of gone) await forgetReward(trx, txid)
    await forgetBlock(trx, tip.height)
    const touched = [...spent, ...gone, ...made].map((utxo) => utxo.payroll_id)
    await refreshDue(trx, [...touched, ...(await findMatured(trx, tip.height))])
    await notify(trx, 'chain')
  })
}
