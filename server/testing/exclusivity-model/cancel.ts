import { changeOutput } from './amounts.ts'
import type { Database, ModelRow, Run } from './database.ts'
import { readNewBlocks } from './follow.ts'
import { headFloorSats } from './limits.ts'
import { isLive } from './record-queries.ts'
import { sign } from './sign.ts'
import { descends, type ModelOutput, sumOf } from './transaction.ts'
import { findUnconfirmedRoots, replacementFee } from './unconfirmed-roots.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export function pressCancel(world: ModelWorld, db: Database, payroll: number): void {
  readNewBlocks(world, db)
  const run = db.runs.findLast((other) => other.payroll === payroll)
  if (run) cancelRun(world, db, run)
}

/** The whole run: waiting batches end, unconfirmed roots are replaced by change. */
export function cancelRun(world: ModelWorld, db: Database, run: Run): void {
  const roots = findUnconfirmedRoots(world, db, run.payroll).filter(
    (row) => row.run === run.id && !isUnderWay(world, row),
  )
  run.waiting = []
  for (const row of roots) cancelRoot(world, db, run, row)
}

/** A cancellation that lost an input is made again from what is still there. */
const isUnderWay = ({ chain }: ModelWorld, { transaction: { kind, inputs } }: ModelRow): boolean =>
  kind === 'cancellation' && inputs.every((input) => chain.isUnspent(input))

function cancelRoot(world: ModelWorld, db: Database, run: Run, row: ModelRow): void {
  const { payroll } = run
  const unspent = row.transaction.inputs.filter((input) => world.chain.isUnspent(input))
  const heads = unspent.filter((input) => db.heads.has(input))
  const began = !row.transaction.inputs.some((input) => db.heads.has(input))
  const canKeep = heads.length > 0 || (began && unspent.length === row.transaction.inputs.length)
  if (world.keeps('R6') ? !canKeep : unspent.length === 0) return
  if (anotherRunDescends(world, db, row)) return
  const inputs = world.keeps('R6') ? unspent : perhapsDropHeads(world, unspent, heads)
  const fee = replacementFee(world, db, row)
  const amount = sumOf(inputs) - fee
  if (amount < headFloorSats) return
  const outputs = [changeOutput(db, payroll, amount)]
  const plan = { kind: 'cancellation', payroll, run, inputs, lines: [], fee, outputs } as const
  sign(world, db, { ...plan, replaced: row })
}

/** Without R6 the cancellation may spend deposits alone. */
function perhapsDropHeads(
  world: ModelWorld,
  inputs: readonly ModelOutput[],
  heads: readonly ModelOutput[],
): readonly ModelOutput[] {
  if (heads.length === inputs.length || !world.random.chance(0.5)) return inputs
  return inputs.filter((input) => !heads.includes(input))
}

function anotherRunDescends(world: ModelWorld, db: Database, row: ModelRow): boolean {
  return recordsOf(db, row.payroll).rows.some(
    ({ run, transaction }) =>
      run !== row.run && isLive(world, db, transaction) && descends(transaction, row.transaction),
  )
}
