import { changeOutput, feeFor } from './amounts.ts'
import { addUntil } from './choose-inputs.ts'
import type { Database, Run, WaitingBatch } from './database.ts'
import { readNewBlocks } from './follow.ts'
import { headFloorSats } from './limits.ts'
import { lineOutputs, linesAmount } from './lines.ts'
import { findNewestLive, lineStatus, versionsOf } from './record-queries.ts'
import { sendAgain } from './send-again.ts'
import { sign } from './sign.ts'
import { isMined, type ModelOutput, type ModelTransaction, sumOf } from './transaction.ts'
import { findFreeDeposits } from './utxos.ts'
import type { ModelWorld } from './world.ts'

/** The worker's loop: builds what waited for its lane, and sends again what is nowhere. */
export function advance(world: ModelWorld, db: Database): void {
  readNewBlocks(world, db)
  for (const run of db.runs) {
    for (const batch of run.waiting) {
      if (!run.waiting.includes(batch)) continue
      advanceLane(world, db, run, batch)
    }
  }
  for (let payroll = 0; payroll < world.payrolls; payroll++) sendAgain(world, db, payroll)
}

/** The lane of a waiting batch: an unspent output in a block, on its way, or lost. */
function findLane(
  world: ModelWorld,
  db: Database,
  payroll: number,
  root: ModelTransaction,
  batch: WaitingBatch,
): ModelOutput | 'waits' | 'lost' {
  const mined = versionsOf(db, payroll, root).find(({ transaction }) => isMined(transaction))
  if (!mined) return findNewestLive(world, db, payroll, root) ? 'waits' : 'lost'
  const lane = mined.transaction.outputs.find(({ laneOf }) => laneOf === batch.id)
  return lane && world.chain.isUnspent(lane) ? lane : 'lost'
}

/** An untracked spend paid one of its lines: the next press pays the others. */
const isPaidInPart = (world: ModelWorld, db: Database, { lines }: WaitingBatch): boolean =>
  lines.some((line) => lineStatus(world, db, line) === 'paid')

function advanceLane(world: ModelWorld, db: Database, run: Run, batch: WaitingBatch): void {
  const { laneRoot: root } = batch
  const isLost = !root || isPaidInPart(world, db, batch)
  const lane = isLost ? 'lost' : findLane(world, db, run.payroll, root, batch)
  if (lane === 'waits') return
  if (lane === 'lost') {
    world.tell(
      () => `database ${db.name}: batch ${batch.id} has lost its lane, or pays somebody twice`,
    )
  } else if (!signOnLane(world, db, run, batch, lane)) return
  run.waiting = run.waiting.filter((other) => other !== batch)
}

function signOnLane(
  world: ModelWorld,
  db: Database,
  run: Run,
  { lines }: WaitingBatch,
  lane: ModelOutput,
): ModelTransaction | undefined {
  const { payroll, price } = run
  const paid = linesAmount(lines, price)
  const feeOf = (inputs: number) => feeFor(world, inputs, lines.length + 1)
  const needed = (inputs: number) => paid + headFloorSats + feeOf(inputs)
  const inputs = addUntil([lane], findFreeDeposits(world, db, payroll), needed)
  if (sumOf(inputs) < needed(inputs.length)) return undefined
  const fee = feeOf(inputs.length)
  const head = changeOutput(db, payroll, sumOf(inputs) - paid - fee)
  const outputs = [...lineOutputs(lines, price), head]
  return sign(world, db, { kind: 'batch', payroll, run, inputs, lines, fee, outputs })
}
