import type { Database } from './database.ts'
import { hasOpenPay } from './open-payrolls.ts'
import { isLive } from './record-queries.ts'
import { descends, isMined, isOurs, type ModelTransaction, paysOthers } from './transaction.ts'
import { findHeads } from './utxos.ts'
import type { ModelWorld } from './world.ts'

/**
 * Operators give up only what vanished without a trace: a deposit, or an untracked spend that nobody
 * sends again. A payroll with a head can exclude whatever vanished, so they do it there only when nothing
 * else helps, and it counts as a dead end.
 */
export function giveUpVanished(world: ModelWorld, { isLast }: { isLast: boolean }): void {
  const pending = new Set(world.findPending())
  for (const db of world.databases) {
    for (const { transaction, untracked } of db.rows.values()) {
      if (!untracked || !paysOthers(transaction) || pending.has(transaction)) continue
      if (isLive(world, db, transaction)) giveUpOne(world, db, transaction, isLast)
    }
    for (const transaction of world.chain.transactions) {
      if (isOurs(transaction) || isMined(transaction) || pending.has(transaction)) continue
      if (concerns(db, transaction)) giveUpOne(world, db, transaction, isLast)
    }
  }
}

function giveUpOne(
  world: ModelWorld,
  db: Database,
  transaction: ModelTransaction,
  isLast: boolean,
): void {
  if (db.givenUp.has(transaction)) return
  const payroll = transaction.payroll ?? transaction.outputs[0]?.payroll ?? 0
  const hasHead = findHeads(world, db, payroll).length > 0
  if (hasHead && !(isLast && hasOpenPay(world, db, payroll))) return
  if (hasHead) world.deadEnds++
  db.givenUp.add(transaction)
  world.givenUp.add(transaction)
  world.tell(() => {
    const how = hasHead ? ', a dead end beside a head' : ''
    return `the operator of database ${db.name} gives up #${transaction.id}${how}`
  })
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
