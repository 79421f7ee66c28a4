import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import type { Chain } from '#server/ports.ts'
import { takeBack } from './absent.ts'
import { refreshBalances } from './balances.ts'
import { applyTransactions } from './matching.ts'
import { overviewOf } from './ours.ts'
import { watchedScripts } from './watched-scripts.ts'

/** Transactions looked at already; only spares work: after a restart all are looked at again. */
export type Seen = Set<string>

/**
 * Compares the node's mempool with ours: shows new deposits and notices what left. Advisory: it
 * makes nothing spendable. Conclusions of absence are drawn only when no block came in between.
 */
export async function followMempool(
  { db, chain, network }: { db: Db; chain: Chain; network: Network },
  seen: Seen,
  ourTipHash: string,
): Promise<void> {
  const txids = await chain.mempoolTxids()
  const fresh = txids.filter((txid) => !seen.has(txid))
  if (fresh.length > 0) {
    const raws = await chain.mempoolTransactions(fresh)
    const transactions = [...raws.values()].map(walkTransaction)
    const overview = overviewOf(transactions, await watchedScripts(db, network).current(db))
    await db.transaction().execute(async (trx) => {
      const { payrollIds } = await applyTransactions(trx, overview, null)
      await refreshBalances(trx, payrollIds)
      if (payrollIds.length > 0) await notify(trx, 'transactions')
    })
  }
  seen.clear()
  for (const txid of txids) seen.add(txid)
  const absent = await absentTxids(db, chain, seen)
  if (absent.length === 0) return
  const { bestHash } = await chain.info()
  if (bestHash === ourTipHash) await forget(db, absent)
}

/**
 * Txids that our tables place in the mempool and that are not in it. Each is asked for once more by
 * name: it may have been sent after the list was read.
 */
async function absentTxids(db: Db, chain: Chain, present: Seen): Promise<Buffer[]> {
  const { rows } = await sql<{ txid: Buffer }>`
    SELECT txid FROM transactions WHERE state = 'unconfirmed'
    UNION SELECT txid FROM coins WHERE height IS NULL
    UNION SELECT spent_by_txid FROM coins WHERE spent_by_txid IS NOT NULL AND spent_height IS NULL
  `.execute(db)
  const absent: Buffer[] = []
  for (const { txid } of rows) {
    const hex = txid.toString('hex')
    if (!present.has(hex) && !(await chain.inMempool(hex))) absent.push(txid)
  }
  return absent
}

/** Evicted, replaced or reorganised out: no coins, no spends, and what was ours counts as removed. */
async function forget(db: Db, absent: Buffer[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await refreshBalances(trx, await takeBack(trx, absent))
    await notify(trx, 'transactions')
  })
}
