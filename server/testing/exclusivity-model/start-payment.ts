import { laneAmount } from './amounts.ts'
import type { Database, Run, WaitingBatch } from './database.ts'
import { type FirstBatchOutcome, startFirstBatch } from './first-batch.ts'
import { peopleInPayroll } from './limits.ts'
import type { Line } from './lines.ts'
import type { ModelWorld } from './world.ts'

/** A press that pays: a new run, or the unpaid lines of one that is paid in part. */
export function startPayment(
  world: ModelWorld,
  db: Database,
  run: Run,
  lines: readonly Line[],
): FirstBatchOutcome {
  run.price = world.price
  run.waiting = cutIntoBatches(world, lines, run.price)
  const outcome = startFirstBatch(world, db, run)
  if (outcome !== 'started') run.waiting = []
  else if (!db.runs.includes(run)) db.runs.push(run)
  return outcome
}

function cutIntoBatches(world: ModelWorld, lines: readonly Line[], price: number): WaitingBatch[] {
  const size = world.random.between(1, peopleInPayroll)
  const shuffled = world.random.shuffle(lines)
  const batches: WaitingBatch[] = []
  for (let i = 0; i < shuffled.length; i += size) {
    const own = shuffled.slice(i, i + size)
    batches.push({
      id: world.nextBatch++,
      lines: own,
      laneAmount: laneAmount(world, own, price),
      laneRoot: undefined,
    })
  }
  return batches
}
