import { feeFor } from './amounts.ts'
import type { Database, Row } from './database.ts'
import { feesOf, findSpenders, withDescendants } from './mempools.ts'
import { findNewestLive, versionsOf } from './record-queries.ts'
import { isMined } from './transaction.ts'
import { recordsOf, type World } from './world.ts'

/** The newest live version of each root of which none is in a block. Children belong to parents. */
export function findUnconfirmedRoots(world: World, db: Database, payroll: number): Row[] {
  const rows = recordsOf(db, payroll).rows.filter((row) => !row.untracked && !row.cpfpParent)
  const out: Row[] = []
  for (const root of new Set(rows.map((row) => row.root))) {
    if (versionsOf(db, payroll, root).some(({ transaction }) => isMined(transaction))) continue
    const newest = findNewestLive(world, db, payroll, root)
    if (newest) out.push(newest)
  }
  return out
}

/** More than the fees of all that a replacement evicts, and than any version before. */
export function replacementFee(world: World, db: Database, row: Row): number {
  const before = versionsOf(db, row.payroll, row.root).map(({ transaction }) => transaction.fee)
  const evicted = withDescendants(db.mempool, findSpenders(db.mempool, row.transaction))
  return Math.max(...before, feesOf(evicted)) + 10 * feeFor(world, 1, 1)
}
