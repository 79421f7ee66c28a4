import { feeFor } from './amounts.ts'
import type { Database, ModelRow } from './database.ts'
import { feesOf, findSpenders, withDescendants } from './mempools.ts'
import { findNewestLive, versionsOf } from './record-queries.ts'
import { isMined } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** The newest live version of each root of which none is in a block. Children belong to parents. */
export function findUnconfirmedRoots(world: ModelWorld, db: Database, payroll: number): ModelRow[] {
  const rows = recordsOf(db, payroll).rows.filter((row) => !row.untracked && !row.cpfpParent)
  const out: ModelRow[] = []
  for (const root of new Set(rows.map((row) => row.root))) {
    if (versionsOf(db, payroll, root).some(({ transaction }) => isMined(transaction))) continue
    const newest = findNewestLive(world, db, payroll, root)
    if (newest) out.push(newest)
  }
  return out
}

/** More than the fees of all that a replacement evicts, and than any version before. */
export function replacementFee(world: ModelWorld, db: Database, row: ModelRow): number {
  const before = versionsOf(db, row.payroll, row.root).map(({ transaction }) => transaction.fee)
  const evicted = withDescendants(db.mempool, findSpenders(db.mempool, row.transaction))
  return Math.max(...before, feesOf(evicted)) + 10 * feeFor(world, 1, 1)
}
