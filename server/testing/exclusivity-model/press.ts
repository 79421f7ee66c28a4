import { at } from '../at.ts'
import type { Database, Run } from './database.ts'
import type { FirstBatchOutcome } from './first-batch.ts'
import { readNewBlocks } from './follow.ts'
import { headFloorSats, maxPeriods } from './limits.ts'
import { type Line, linesOf } from './lines.ts'
import { hasOpenRun, hasSpendInMempool, lineStatus } from './record-queries.ts'
import { startPayment } from './start-payment.ts'
import { balanceOf } from './utxos.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** Why a press starts nothing; undefined where it may. */
export function findRefusal(
  world: ModelWorld,
  db: Database,
  payroll: number,
): 'waits' | 'in progress' | 'no funds' | undefined {
  readNewBlocks(world, db)
  if (world.chain.height < db.holdUntil) return 'waits'
  if (hasOpenRun(world, db, payroll)) return 'in progress'
  if (world.keeps('R3') && hasSpendInMempool(db, payroll)) return 'in progress'
  const records = recordsOf(db, payroll)
  if (records.deleted && balanceOf(world, db, payroll) <= headFloorSats) return 'no funds'
  records.deleted = false
  return undefined
}

export function listUnpaidLines(
  world: ModelWorld,
  db: Database,
  payroll: number,
  period: number,
): Line[] {
  return linesOf(payroll, period).filter((line) => lineStatus(world, db, line) === 'unpaid')
}

/** The newest run of which some people are paid and others not. */
function findPaidInPart(world: ModelWorld, db: Database, payroll: number): Run | undefined {
  return db.runs.findLast((run) => {
    if (run.payroll !== payroll || run.kind !== 'payment' || run.closed) return false
    const statuses = run.lines.map((line) => lineStatus(world, db, line))
    return statuses.includes('paid') && statuses.includes('unpaid')
  })
}

/** Pays a period that somebody has pressed for and that is unpaid; `next` too: or the next one. */
export function pressPay(
  world: ModelWorld,
  db: Database,
  payroll: number,
  { next }: { next: boolean },
): FirstBatchOutcome | 'in progress' | 'nothing' {
  const refusal = findRefusal(world, db, payroll)
  if (refusal) return refusal
  const reopened = findPaidInPart(world, db, payroll)
  if (reopened) {
    const lines = reopened.lines.filter((line) => lineStatus(world, db, line) === 'unpaid')
    return startPayment(world, db, reopened, lines)
  }
  const period = choosePeriod(world, db, payroll, next)
  if (period === undefined) return 'nothing'
  const lines = listUnpaidLines(world, db, payroll, period)
  const run = newRun(world, payroll, 'payment', lines)
  const outcome = startPayment(world, db, run, lines)
  if (outcome === 'started') {
    world.presses[payroll] = Math.max(at(world.presses, payroll), period + 1)
  }
  return outcome
}

export const newRun = (
  world: ModelWorld,
  payroll: number,
  kind: Run['kind'],
  lines: readonly Line[],
  everything = false,
): Run => ({
  id: world.nextRun++,
  payroll,
  kind,
  lines,
  price: 0,
  waiting: [],
  closed: false,
  everything,
})

function choosePeriod(
  world: ModelWorld,
  db: Database,
  payroll: number,
  next: boolean,
): number | undefined {
  const presses = at(world.presses, payroll)
  const periods: number[] = []
  for (let period = 0; period < presses; period++) {
    if (listUnpaidLines(world, db, payroll, period).length > 0) periods.push(period)
  }
  if (next && presses < maxPeriods) periods.push(presses)
  if (periods.length === 0) return undefined
  return world.random.chance(0.6) ? periods[0] : world.random.pick(periods)
}

/** Gives up the unpaid lines of a run that is paid in part: a new run pays them. */
export function pressClose(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  const run = findPaidInPart(world, db, payroll)
  if (run) run.closed = true
}

export function pressDelete(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  if (balanceOf(world, db, payroll) <= headFloorSats) recordsOf(db, payroll).deleted = true
}
