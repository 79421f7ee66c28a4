import type { Database } from './database.ts'
import { isLive } from './record-queries.ts'
import { descends, isMined, isOurs, type ModelTransaction, paysOthers } from './transaction.ts'
import type { ModelWorld } from './world.ts'

/**
 * Operators give up only what vanished without a trace: a deposit, or an untracked spend that nobody
 * sends again.
 */
export function giveUpVanished(world: ModelWorld): void {
  const pending = new Set(world.findPending())
  for (const db of world.databases) {
    for (const { transaction, untracked } of db.rows.values()) {
      if (!untracked || !paysOthers(transaction) || pending.has(transaction)) continue
      if (isLive(world, db, transaction)) giveUpOne(world, db, transaction)
    }
    for (const transaction of world.chain.transactions) {
      if (isOurs(transaction) || isMined(transaction) || pending.has(transaction)) continue
      if (concerns(db, transaction)) giveUpOne(world, db, transaction)
    }
  }
}

function giveUpOne(world: ModelWorld, db: Database, transaction: ModelTransaction): void {
  db.givenUp.add(transaction)
  world.givenUp.add(transaction)
  world.tell(() => `the operator of database ${db.name} gives up #${transaction.id}`)
}

/**
 * Whether `deposit` makes a UTXO that the database knows, or a transaction in the records descends
 * from it.
 */
function concerns(db: Database, deposit: ModelTransaction): boolean {
  if (deposit.outputs.some((output) => db.owner.has(output))) return true
  for (const transaction of db.rows.keys()) if (descends(transaction, deposit)) return true
  return false
}
