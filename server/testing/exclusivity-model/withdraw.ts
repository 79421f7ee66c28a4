import { changeOutput, feeFor } from './amounts.ts'
import { chooseInputs } from './choose-inputs.ts'
import type { Database, Run } from './database.ts'
import { headFloorSats } from './limits.ts'
import { findRefusal, newRun } from './press.ts'
import { canBeForgotten } from './record-queries.ts'
import { type ModelPlan, sign } from './sign.ts'
import { type ModelOutput, type NewModelOutput, sumOf } from './transaction.ts'
import { findDeposits, findFreeDeposits, findHeads } from './utxos.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** A run with one line: a withdrawal of everything or of a part. */
export function pressWithdraw(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  const everything = world.random.chance(0.5)
  const run = newRun(world, db, payroll, 'withdrawal', [world.nextWithdrawal], everything)
  const plan = everything ? planEverything(world, db, run) : planPart(world, db, run)
  if (!plan || !sign(world, db, plan)) return
  world.nextWithdrawal++
  db.runs.push(run)
}

function planWithdrawal(
  db: Database,
  run: Run,
  inputs: readonly ModelOutput[],
  amount: number,
  head: number,
): ModelPlan {
  const { payroll, lines } = run
  const outputs: NewModelOutput[] = [{ amount }]
  if (head > 0) outputs.push(changeOutput(db, payroll, head))
  const fee = sumOf(inputs) - amount - head
  return { kind: 'withdrawal', payroll, run, inputs, lines, fee, outputs, first: true }
}

function planEverything(world: ModelWorld, db: Database, run: Run): ModelPlan | undefined {
  const heads = findHeads(world, db, run.payroll)
  const find = heads.length > 0 ? findFreeDeposits : findDeposits
  const inputs = [...heads, ...find(world, db, run.payroll)]
  const head = leavesHead(world, db, run.payroll) ? headFloorSats : 0
  const amount = sumOf(inputs) - head - feeFor(world, inputs.length, 2)
  if (amount < headFloorSats) return undefined
  return planWithdrawal(db, run, inputs, amount, head)
}

/** A withdrawal of everything leaves a head in two variants only. */
function leavesHead(world: ModelWorld, db: Database, payroll: number): boolean {
  if (world.tries('head-stays')) return true
  if (!world.tries('W0')) return false
  return recordsOf(db, payroll).rows.some(({ transaction, untracked }) => {
    if (transaction.kind === 'withdrawal') return false
    if (transaction.lines.length === 0 && !untracked) return false
    return !canBeForgotten(world, db, transaction)
  })
}

function planPart(world: ModelWorld, db: Database, run: Run): ModelPlan | undefined {
  const amount = world.random.between(2_000, 12_000)
  const needed = (inputs: number) => amount + headFloorSats + feeFor(world, inputs, 2)
  const inputs = chooseInputs(world, db, run.payroll, needed)
  if (!inputs) return undefined
  const head = sumOf(inputs) - amount - feeFor(world, inputs.length, 2)
  return planWithdrawal(db, run, inputs, amount, head)
}
