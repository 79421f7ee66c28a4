import { changeOutput, feeFor } from './amounts.ts'
import type { Database, Run, WaitingBatch } from './database.ts'
import { headFloorSats, maxDepositsInGathering } from './limits.ts'
import { mustWait } from './reorganisation-rule.ts'
import { sign } from './sign.ts'
import { draftOf, type ModelOutput, type ModelTransaction, sumOf } from './transaction.ts'
import { findHeads } from './utxos.ts'
import type { ModelWorld } from './world.ts'

/** A gathering pays nobody. The first batch waits for it, and spends all heads as well. */
export function gather(
  world: ModelWorld,
  db: Database,
  run: Run,
  first: WaitingBatch,
  deposits: readonly ModelOutput[],
): 'started' | 'waits' | 'no funds' {
  const { payroll } = run
  const draft = draftOf([...deposits, ...findHeads(world, db, payroll)])
  if (mustWait(world, db, payroll, draft)) return 'waits'
  const roots: ModelTransaction[] = [...first.laneRoots]
  for (let i = 0; i < deposits.length; i += maxDepositsInGathering) {
    const inputs = deposits.slice(i, i + maxDepositsInGathering)
    const fee = feeFor(world, inputs.length, 1)
    const amount = sumOf(inputs) - fee
    if (amount < headFloorSats) continue
    const outputs = [changeOutput(db, payroll, amount, first.id)]
    const plan = { kind: 'gathering', payroll, run, inputs, lines: [], fee, outputs } as const
    const signed = sign(world, db, plan)
    if (signed) roots.push(signed)
  }
  first.laneRoots = roots
  return roots.length > 0 ? 'started' : 'no funds'
}
