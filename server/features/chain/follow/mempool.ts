import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Chain } from '#server/ports.ts'
import { findWatchedScripts } from '../addresses/watched-scripts.ts'
import { applyTransactions } from '../apply/apply.ts'
import { evict } from '../apply/evict.ts'
import { scanTransactions } from '../apply/owned.ts'
import { refreshDue } from '../books/balances.ts'
import { lockTip, type Tip } from './blocks.ts'

/**
 * Transactions already looked at. The set only saves work: a restart looks at all of them again.
 */
export type Seen = Set<string>

/**
 * Compares the node's mempool with ours: shows new deposits and notices transactions that left.
 * Nothing becomes spendable by it. The comparison counts only while the tables stand at `tip`,
 * because a block that came in between may contradict it.
 */
export async function followMempool(
  { db, chain, network }: { db: Db; chain: Chain; network: Network },
  seen: Seen,
  tip: Tip,
): Promise<void> {
  const txids = await chain.mempoolTxids()
  const fresh = txids.filter((txid) => !seen.has(txid))
  if (fresh.length > 0) {
    const raws = await chain.mempoolTransactions(fresh)
    const transactions = [...raws.values()].map(walkTransaction)
    const overview = scanTransactions(
      transactions,
      await findWatchedScripts(db, network).current(db),
    )
    const applied = await db.transaction().execute(async (trx) => {
      if (!(await lockTip(trx, tip.height, tip.hash))) return false
      const { payrollIds } = await applyTransactions(trx, overview, null)
      await refreshDue(trx, payrollIds)
      if (payrollIds.length > 0) await notify(trx, 'transactions')
      return true
    })
    if (!applied) return
  }
  seen.clear()
  for (const txid of txids) seen.add(txid)
  const absent = await findAbsentTxids(db, chain, seen)
  if (absent.length === 0) return
  const { bestHash } = await chain.info()
  if (bestHash === tip.hash) await forget(db, absent, tip)
}

/**
 * Txids that our tables place in the mempool and the node's list does not have. The node is asked
 * for each by name: it may have been sent after the list was read.
 */
async function findAbsentTxids(db: Db, chain: Chain, present: Seen): Promise<Buffer[]> {
  const { rows } = await sql<{ txid: Buffer }>`
    SELECT txid FROM transactions WHERE state = 'unconfirmed'
    UNION SELECT txid FROM utxos WHERE height IS NULL
    UNION SELECT spent_by_txid FROM utxos WHERE spent_by_txid IS NOT NULL AND spent_height IS NULL
  `.execute(db)
  const absent: Buffer[] = []
  for (const { txid } of rows) {
    const hex = txid.toString('hex')
    if (!present.has(hex) && !(await chain.inMempool(hex))) absent.push(txid)
  }
  return absent
}

/** Evicts transactions from our tables that the node evicted, replaced or reorganised out. */
async function forget(db: Db, absent: Buffer[], tip: Tip): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockTip(trx, tip.height, tip.hash))) return
    await refreshDue(trx, await evict(trx, absent))
    await notify(trx, 'transactions')
  })
}
