import { at } from '../at.ts'
import type { Database } from './database.ts'
import { firstWithdrawalLine, type Line, payOf } from './lines.ts'
import { isMined, paysOthers } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/**
 * Nobody knows whether a line is paid: an untracked spend in a block may have paid it. It has not
 * paid what nobody had pressed for when it was found. Unpaid lines of a run are asked about in
 * any case: the spend may have been in no block when it began.
 */
function isUncertain(db: Database, line: Line, isReopened: boolean): boolean {
  if (line >= firstWithdrawalLine) return false
  const { payroll, kind, period } = payOf(line)
  return recordsOf(db, payroll).rows.some(({ transaction, found }) => {
    if (!found || !isMined(transaction) || !paysOthers(transaction)) return false
    return isReopened || period < at(found, kind)
  })
}

/** A block has a payment of the line. People know whether they were paid, whatever the records say. */
const isPaidInTruth = (world: ModelWorld, line: Line): boolean =>
  (world.paying.get(line) ?? []).some(isMined)

const wrongAnswers = 0.05

/**
 * Where nobody knows, the press asks, and the administrator asks the people: who was paid is left out. Now
 * and then the answer is wrong.
 */
export function leaveOutPaid(
  world: ModelWorld,
  db: Database,
  lines: readonly Line[],
  { isReopened }: { isReopened: boolean },
): Line[] {
  if (world.tries('never-asks')) return [...lines]
  const doubtful = lines.filter((line) => isUncertain(db, line, isReopened))
  if (doubtful.length > 0) world.questions++
  const paid = doubtful.filter((line) => isPaidInTruth(world, line))
  const isWrong = !world.calm && paid.length > 0 && world.random.chance(wrongAnswers)
  if (!isWrong) return lines.filter((line) => !paid.includes(line))
  for (const line of paid) world.chosenLines.add(line)
  world.tell(() => `database ${db.name}: somebody is told wrong, and pays what is paid`)
  return [...lines]
}

/** The records say that it is paid, or nobody knows and the person says so. */
export const isSaidPaid = (world: ModelWorld, db: Database, line: Line): boolean =>
  isUncertain(db, line, false) && isPaidInTruth(world, line)
