import { at } from '../at.ts'
import type { Database } from './database.ts'
import { type Line, linesOf, payKinds } from './lines.ts'
import { hasOpenRun, hasSpendInMempool, lineStatus } from './record-queries.ts'
import { isSaidPaid } from './uncertain.ts'
import type { ModelWorld } from './world.ts'

/** The lines of every pay that somebody has pressed for. */
export const linesOfPays = (world: ModelWorld, payroll: number): Line[] =>
  payKinds.flatMap((kind) =>
    Array.from({ length: at(at(world.pays, kind), payroll) }, (_, period) =>
      linesOf({ payroll, kind, period }),
    ).flat(),
  )

/** A run is open, or somebody is not paid. */
export function hasOpenPay(world: ModelWorld, db: Database, payroll: number): boolean {
  if (hasOpenRun(world, db, payroll) || hasSpendInMempool(db, payroll)) return true
  return linesOfPays(world, payroll).some(
    (line) => lineStatus(world, db, line) !== 'paid' && !isSaidPaid(world, db, line),
  )
}
