import type { Database } from './database.ts'
import { canBeForgotten } from './record-queries.ts'
import { conflict, isMined, isOurs, type Spender } from './transaction.ts'
import { findHeads } from './utxos.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/**
 * R5: a run waits while a spend of the payroll, or without a head a deposit, that was once in a block
 * is in none. It need not wait for what it conflicts with, nor for what R4 excepts.
 */
export function mustWait(
  world: ModelWorld,
  db: Database,
  payroll: number,
  draft: Spender,
): boolean {
  if (!world.keeps('R5')) return false
  for (const { transaction, wasMined } of recordsOf(db, payroll).rows) {
    if (!wasMined || isMined(transaction) || conflict(draft, transaction)) continue
    if (!canBeForgotten(world, db, transaction)) return true
  }
  if (findHeads(world, db, payroll).length > 0) return false
  return recordsOf(db, payroll).utxos.some(({ transaction }) => {
    if (!transaction || isOurs(transaction) || isMined(transaction)) return false
    return !canBeForgotten(world, db, transaction)
  })
}
