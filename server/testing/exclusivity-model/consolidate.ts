import { changeOutput, feeFor } from './amounts.ts'
import { countDeposits } from './choose-inputs.ts'
import type { Database } from './database.ts'
import { headFloorSats, maxDeposits } from './limits.ts'
import { findRefusal, newRun } from './press.ts'
import { sign } from './sign.ts'
import { type ModelOutput, sumOf } from './transaction.ts'
import { findDeposits, findFreeDeposits, findHeads } from './utxos.ts'
import type { ModelWorld } from './world.ts'

/** Makes one deposit of many: an act of its own, which pays nobody. R3 alone applies to it. */
export function pressConsolidate(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  const inputs = findConsolidated(world, db, payroll)
    .sort((a, b) => b.amount - a.amount || a.id - b.id)
    .slice(0, maxDeposits)
  // The program takes 100 at least.
  if (inputs.length < 2) return
  const fee = feeFor(world, inputs.length, 1)
  const amount = sumOf(inputs) - fee
  if (amount <= headFloorSats) return
  const run = newRun(world, db, payroll, 'consolidation', [])
  const outputs = [changeOutput(db, payroll, amount)]
  const plan = { kind: 'consolidation', payroll, run, inputs, lines: [], fee, outputs } as const
  if (sign(world, db, plan)) db.runs.push(run)
}

function findConsolidated(world: ModelWorld, db: Database, payroll: number): ModelOutput[] {
  const hasHead = findHeads(world, db, payroll).length > 0
  const find = hasHead ? findFreeDeposits : findDeposits
  return countDeposits(find(world, db, payroll))
}

/** More deposits than one transaction spends: the administrator consolidates. */
export const hasTooManyDeposits = (world: ModelWorld, db: Database, payroll: number): boolean =>
  findConsolidated(world, db, payroll).length > maxDeposits
