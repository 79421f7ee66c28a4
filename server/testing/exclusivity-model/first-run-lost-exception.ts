import type { Database, ModelRow } from './database.ts'
import { versionsOf } from './record-queries.ts'
import { isMined, isOurs, type Kind, type ModelTransaction } from './transaction.ts'
import type { ModelWorld } from './world.ts'

/**
 * The one thing that no rule covers: a first run, lost with its database, whose deposits stood in no
 * block, and never had for the older backup, when the next line of heads began. Nobody can know of it.
 */

/** The later transaction's line began without knowing of the line of the earlier one. */
export function hasBegunUnaware(
  world: ModelWorld,
  earlier: ModelTransaction,
  later: ModelTransaction,
): boolean {
  for (const beginner of new Set(later.history.values())) {
    const lost = world.lostFirstRuns.get(beginner)
    if (!lost) continue
    for (const ancestor of earlier.history.values()) if (lost.has(ancestor)) return true
  }
  return false
}

/** Without R6 a cancellation may begin a line, too. */
const beginners: readonly Kind[] = ['batch', 'withdrawal', 'cancellation']

/** A database begins a line without a head: notes the first runs of which it can't know. */
export function noteLostFirstRuns(world: ModelWorld, db: Database, first: ModelTransaction): void {
  const lost = world.chain.transactions.filter(
    (other) =>
      other !== first &&
      other.payroll === first.payroll &&
      beginners.includes(other.kind) &&
      !db.rows.has(other) &&
      spendsOnlyUnseen(db, other),
  )
  if (lost.length > 0) world.lostFirstRuns.set(first, new Set(lost))
}

/** A replacement of a first run began its line when the first version did. */
export function inheritLostFirstRuns(
  world: ModelWorld,
  db: Database,
  later: ModelTransaction,
  { payroll, root }: ModelRow,
): void {
  for (const { transaction } of versionsOf(db, payroll, root)) {
    const lost = world.lostFirstRuns.get(transaction)
    if (lost) world.lostFirstRuns.set(later, lost)
  }
}

function spendsOnlyUnseen(db: Database, { inputs }: ModelTransaction): boolean {
  return inputs.every((input) => {
    const parent = input.transaction
    if (!parent) return false
    if (parent.kind === 'consolidation') return spendsOnlyUnseen(db, parent)
    return !isOurs(parent) && !isMined(parent) && !db.owner.has(input)
  })
}
