import type { Database } from './database.ts'
import { isLive } from './record-queries.ts'
import { byId, type ModelOutput, sumOf } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export const findHeads = (world: ModelWorld, db: Database, payroll: number): ModelOutput[] =>
  recordsOf(db, payroll).utxos.filter((utxo) => db.heads.has(utxo) && world.chain.isUnspent(utxo))

/** Mature ones, the oldest first. */
export function findDeposits({ chain }: ModelWorld, db: Database, payroll: number): ModelOutput[] {
  const minedAt = ({ transaction }: ModelOutput) => transaction?.minedAt ?? 0
  return recordsOf(db, payroll)
    .utxos.filter((utxo) => !db.heads.has(utxo) && chain.isUnspent(utxo) && chain.isMature(utxo))
    .sort((a, b) => minedAt(a) - minedAt(b) || byId(a, b))
}

/** No live transaction has them among its inputs. The largest first. */
export function findFreeDeposits(world: ModelWorld, db: Database, payroll: number): ModelOutput[] {
  const taken = new Set<ModelOutput>()
  for (const { transaction } of recordsOf(db, payroll).rows) {
    if (!isLive(world, db, transaction)) continue
    for (const input of transaction.inputs) taken.add(input)
  }
  return findDeposits(world, db, payroll)
    .filter((utxo) => !taken.has(utxo))
    .sort((a, b) => b.amount - a.amount || byId(a, b))
}

export const balanceOf = (world: ModelWorld, db: Database, payroll: number): number =>
  sumOf(recordsOf(db, payroll).utxos.filter((utxo) => world.chain.isUnspent(utxo)))
