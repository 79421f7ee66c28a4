import type { Database, ModelRow } from './database.ts'
import { isLive } from './record-queries.ts'
import { byId, descends, type ModelTransaction } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** Sends the newest live version of each root that is not in the mempool. */
export function sendAgain(world: ModelWorld, db: Database, payroll: number): void {
  const newest = new Map<ModelTransaction, ModelRow>()
  for (const row of recordsOf(db, payroll).rows) {
    const known = newest.get(row.root)
    if (known && row.version <= known.version) continue
    if (isLive(world, db, row.transaction)) newest.set(row.root, row)
  }
  const rows = [...newest.values()].sort((a, b) => byId(a.transaction, b.transaction))
  for (const row of rows) {
    if (db.mempool.has(row.transaction)) continue
    if (row.untracked && !(world.keeps('R7') && hasOwnDescendant(world, db, row))) continue
    world.broadcast(row.transaction, db.mempool)
  }
}

/** R7: a transaction of the program descends from the untracked spend. */
const hasOwnDescendant = (world: ModelWorld, db: Database, row: ModelRow): boolean =>
  recordsOf(db, row.payroll).rows.some(
    ({ untracked, transaction }) =>
      !untracked && descends(transaction, row.transaction) && isLive(world, db, transaction),
  )
