import { changeOutput, feeFor, lanesAmount } from './amounts.ts'
import { chooseInputs } from './choose-inputs.ts'
import type { Database, Run, WaitingBatch } from './database.ts'
import { headFloorSats } from './limits.ts'
import { lineOutputs, linesAmount } from './lines.ts'
import { isLive } from './record-queries.ts'
import { sign } from './sign.ts'
import { conflict, draftOf, type ModelOutput, sumOf } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export type FirstBatchOutcome = 'started' | 'waits' | 'no funds'

/** Signs the first batch of a run. */
export function startFirstBatch(world: ModelWorld, db: Database, run: Run): FirstBatchOutcome {
  const [first, ...later] = run.waiting
  if (!first) return 'waits'
  const paid = linesAmount(first.lines, run.price) + lanesAmount(later) + headFloorSats
  const outputs = first.lines.length + later.length + 1
  const needed = (inputs: number) => paid + feeFor(world, inputs, outputs)
  const inputs = chooseInputs(world, db, run.payroll, needed)
  return inputs ? signFirst(world, db, run, first, later, inputs) : 'no funds'
}

function signFirst(
  world: ModelWorld,
  db: Database,
  run: Run,
  first: WaitingBatch,
  later: WaitingBatch[],
  chosen: readonly ModelOutput[],
): FirstBatchOutcome {
  const { payroll, price } = run
  const inputs = conflictOnPurpose(world, db, payroll, chosen)
  const fee = feeFor(world, inputs.length, first.lines.length + later.length + 1)
  const head = sumOf(inputs) - linesAmount(first.lines, price) - lanesAmount(later) - fee
  const outputs = [
    ...lineOutputs(first.lines, price),
    ...later.map((batch) => changeOutput(db, payroll, batch.laneAmount, batch.id)),
    changeOutput(db, payroll, head),
  ]
  const { lines } = first
  const plan = { kind: 'batch', payroll, run, inputs, lines, fee, outputs, first: true } as const
  const signed = sign(world, db, plan)
  if (!signed) return 'waits'
  for (const batch of later) batch.laneRoot = signed
  run.waiting = later
  return 'started'
}

/**
 * The plan excludes what R4 or R5 would wait for, where one of its inputs is unspent. So an untracked
 * spend that nobody sends again blocks nothing.
 */
function conflictOnPurpose(
  world: ModelWorld,
  db: Database,
  payroll: number,
  chosen: readonly ModelOutput[],
): ModelOutput[] {
  const { chain } = world
  const inputs = [...chosen]
  for (const { transaction, untracked, wasMined } of recordsOf(db, payroll).rows) {
    if (!(untracked || wasMined) || !isLive(world, db, transaction)) continue
    if (conflict(draftOf(inputs), transaction)) continue
    const shared = transaction.inputs.find(
      (utxo) => db.owner.get(utxo) === payroll && chain.isUnspent(utxo) && chain.isMature(utxo),
    )
    if (shared) inputs.push(shared)
  }
  return inputs
}
