import { at } from '../at.ts'
import type { Database, Run } from './database.ts'
import type { FirstBatchOutcome } from './first-batch.ts'
import { readNewBlocks } from './follow.ts'
import { headFloorSats } from './limits.ts'
import {
  type Line,
  linesOf,
  maxPays,
  type Pay,
  type PayKind,
  payOf,
  personOfLine,
} from './lines.ts'
import { hasOpenRun, hasSpendInMempool, lineStatus } from './record-queries.ts'
import { startPayment } from './start-payment.ts'
import { isSaidPaid, leaveOutPaid } from './uncertain.ts'
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

export const listUnpaidLines = (world: ModelWorld, db: Database, pay: Pay): Line[] =>
  linesOf(pay).filter((line) => lineStatus(world, db, line) === 'unpaid')

/** The newest run of a kind of which some people are paid and others not. */
function findPaidInPart(
  world: ModelWorld,
  db: Database,
  payroll: number,
  kind: PayKind,
): Run | undefined {
  return db.runs.findLast((run) => {
    if (run.payroll !== payroll || run.kind !== 'payment' || run.closed) return false
    if (run.lines.some((line) => payOf(line).kind !== kind)) return false
    const statuses = run.lines.map((line) => lineStatus(world, db, line))
    return statuses.includes('paid') && statuses.includes('unpaid')
  })
}

/** Pays what somebody has pressed for and is unpaid; `next` too: or the next period. */
export function pressPay(
  world: ModelWorld,
  db: Database,
  payroll: number,
  { kind, next }: { kind: PayKind; next: boolean },
): FirstBatchOutcome | 'in progress' | 'nothing' {
  const refusal = findRefusal(world, db, payroll)
  if (refusal) return refusal
  const reopened = findPaidInPart(world, db, payroll, kind)
  if (reopened) {
    const unpaid = reopened.lines.filter((line) => lineStatus(world, db, line) === 'unpaid')
    const lines = leaveOutPaid(world, db, unpaid, { isReopened: true })
    if (lines.length > 0) return startPayment(world, db, reopened, lines)
    // Everybody says to be paid: the administrator gives the unpaid lines up.
    reopened.closed = true
    return 'nothing'
  }
  const pay = choosePay(world, db, { payroll, kind }, next)
  if (!pay) return 'nothing'
  const lines = leaveOutPaid(world, db, listUnpaidLines(world, db, pay), { isReopened: false })
  if (lines.length === 0) return 'nothing'
  const outcome = startPayment(world, db, newRun(world, db, payroll, 'payment', lines), lines)
  if (outcome === 'started') {
    const pays = at(world.pays, kind)
    pays[payroll] = Math.max(at(pays, payroll), pay.period + 1)
  }
  return outcome
}

export const newRun = (
  world: ModelWorld,
  db: Database,
  payroll: number,
  kind: Run['kind'],
  lines: readonly Line[],
  everything = false,
): Run => ({
  id: world.nextRun++,
  payroll,
  kind,
  lines,
  scripts: new Map(lines.map((line) => [line, db.scripts.get(personOfLine(line)) ?? 0])),
  price: 0,
  waiting: [],
  closed: false,
  everything,
})

function choosePay(
  world: ModelWorld,
  db: Database,
  of: Omit<Pay, 'period'>,
  next: boolean,
): Pay | undefined {
  const count = at(at(world.pays, of.kind), of.payroll)
  const pays: Pay[] = []
  for (let period = 0; period < count; period++) {
    const pay = { ...of, period }
    // In the end nobody presses for what everybody is known to have been paid.
    const isOpen = (line: Line) => !(world.calm && isSaidPaid(world, db, line))
    if (listUnpaidLines(world, db, pay).some(isOpen)) pays.push(pay)
  }
  if (next && count < at(maxPays, of.kind)) pays.push({ ...of, period: count })
  if (pays.length === 0) return undefined
  return world.random.chance(0.6) ? pays[0] : world.random.pick(pays)
}

/** Gives up the unpaid lines of a run that is paid in part: a new run pays them. */
export function pressClose(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  const run = findPaidInPart(world, db, payroll, 0) ?? findPaidInPart(world, db, payroll, 1)
  if (run) run.closed = true
}

export function pressDelete(world: ModelWorld, db: Database, payroll: number): void {
  if (findRefusal(world, db, payroll)) return
  if (balanceOf(world, db, payroll) <= headFloorSats) recordsOf(db, payroll).deleted = true
}
