import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { WalkedTransaction } from '#domain/block.ts'
import type { Sighting } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import {
  type AddressOwner,
  changeBranch,
  moveIndexBeyond,
  watchShownAddress,
} from '../addresses/account.ts'
import { findUnissuedAddresses } from '../addresses/unissued.ts'
import { type InsertedSpend, insertSpend, type Spend } from '../untracked/insert-spend.ts'
import { type Applied, applyTransactions } from './apply.ts'
import { scanTransactions, scriptKey } from './owned.ts'

/** The spender of our UTXO `c` is in no table. */
export const isSpentByUnknown = sql<boolean>`c.spent_by_txid IS NOT NULL AND NOT EXISTS (
  SELECT FROM transactions t
  WHERE t.txid = c.spent_by_txid AND t.payroll_id = c.payroll_id AND t.type != 'receive')`

/** Finds spends of our UTXOs in this block by transactions in no table. */
async function findUnknownSpends(db: Db, height: number): Promise<Spend[]> {
  const { rows } = await sql<Spend>`
    SELECT DISTINCT c.spent_by_txid AS txid, c.company_id AS "companyId", c.payroll_id AS "payrollId"
    FROM utxos c WHERE c.spent_height = ${height} AND ${isSpentByUnknown}
    ORDER BY 1, 3`.execute(db)
  return rows
}

/**
 * Records the untracked spends of a block with their change, even where these records never handed
 * out its address. `spenders` are all transactions that spend our UTXOs. Returns the payrolls
 * touched and the spends, ancestors first; `matchSpends` finds the people whom they pay.
 */
export async function insertUntracked(
  trx: Trx,
  transactions: WalkedTransaction[],
  spenders: Applied['spenders'],
  seen: NonNullable<Sighting>,
  network: Network,
): Promise<{ payrollIds: string[]; spends: InsertedSpend[] }> {
  const payrollIds = new Set<string>()
  const inserted: InsertedSpend[] = []
  for (let known = spenders; known.size > 0; ) {
    const spends = await findUnknownSpends(trx, seen.height)
    if (spends.length === 0) break
    for (const spend of spends) {
      const hex = spend.txid.toString('hex')
      const transaction = known.get(hex)
      if (!transaction) throw new Error(`${hex} spends a UTXO in a block that has it not`)
      await adoptChange(trx, transaction, spend, network)
    }
    // The change is ours from here on, and may be spent in this very block.
    const applied = await applyTransactions(trx, scanTransactions(transactions), seen)
    known = applied.spenders
    for (const spend of spends) {
      const transaction = known.get(spend.txid.toString('hex'))
      if (transaction) inserted.push(await insertSpend(trx, transaction, spend, seen))
    }
    for (const id of [...applied.payrollIds, ...spends.map(({ payrollId }) => payrollId)]) {
      payrollIds.add(id)
    }
  }
  return { payrollIds: [...payrollIds], spends: inserted }
}

/** Gives the change to the payroll whose UTXOs the spend has: no transaction mixes two payrolls. */
async function adoptChange(
  trx: Trx,
  { outputs }: WalkedTransaction,
  owner: AddressOwner,
  network: Network,
): Promise<void> {
  const unissued = await findUnissuedAddresses(trx, network)
  for (const { script } of outputs) {
    const derived = unissued.get(scriptKey(script))
    if (derived?.branch !== changeBranch) continue
    await watchShownAddress(trx, owner, derived)
    await moveIndexBeyond(trx, changeBranch, derived.index)
    unissued.delete(scriptKey(derived.script))
  }
}
