import { finalDepth } from '#domain/block-depths.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import type { Database, ModelRow, Run } from './database.ts'
import type { Line } from './lines.ts'
import { isMined, isOurs, type ModelTransaction } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** Whether the transaction or an ancestor was given up. */
export function wasGivenUp(db: Database, transaction: ModelTransaction): boolean {
  if (db.givenUp.size === 0) return false
  if (db.givenUp.has(transaction)) return true
  const spenders: ReadonlySet<unknown> = new Set(transaction.history.values())
  for (const givenUp of db.givenUp) if (spenders.has(givenUp)) return true
  return false
}

/** Neither confirmed, nor failed, nor in conflict with a confirmed transaction in our records. */
export function isLive(world: ModelWorld, db: Database, transaction: ModelTransaction): boolean {
  if (isMined(transaction)) return false
  for (const [{ spentBy }, spender] of transaction.history) {
    if (!spentBy || spentBy === spender) continue
    if (db.rows.has(spentBy) || world.chain.depth(spentBy) >= finalDepth) return false
  }
  return !wasGivenUp(db, transaction)
}

/** An exception of R4 and R5: only a deeper reorganisation or the operator's error brings it back. */
export function canBeForgotten(
  world: ModelWorld,
  db: Database,
  transaction: ModelTransaction,
): boolean {
  const { chain } = world
  if (chain.depth(transaction) >= buriedDepth) return true
  return chain.conflictDepth(transaction) >= buriedDepth || wasGivenUp(db, transaction)
}

export const versionsOf = (db: Database, payroll: number, root: ModelTransaction): ModelRow[] =>
  recordsOf(db, payroll).rows.filter((row) => row.root === root)

export function findNewestLive(
  world: ModelWorld,
  db: Database,
  payroll: number,
  root: ModelTransaction,
): ModelRow | undefined {
  let newest: ModelRow | undefined
  for (const row of versionsOf(db, payroll, root)) {
    if (newest && row.version <= newest.version) continue
    if (isLive(world, db, row.transaction)) newest = row
  }
  return newest
}

export const newestVersion = (
  db: Database,
  { payroll, root }: Pick<ModelRow, 'payroll' | 'root'>,
) => Math.max(...versionsOf(db, payroll, root).map(({ version }) => version))

export const runOf = (db: Database, row: ModelRow): Run | undefined =>
  db.runs.find(({ id }) => id === row.run)

/** As the database knows it: nobody guesses whom an untracked spend has paid. */
export function lineStatus(world: ModelWorld, db: Database, line: Line) {
  let status: 'paid' | 'in flight' | 'unpaid' = 'unpaid'
  for (const transaction of world.paying.get(line) ?? []) {
    const row = db.rows.get(transaction)
    if (!row?.lines.includes(line)) continue
    if (isMined(transaction)) return 'paid'
    if (isLive(world, db, transaction)) status = 'in flight'
  }
  return status
}

/** A batch waits, or a transaction that pays is signed and live. */
export function hasOpenRun(world: ModelWorld, db: Database, payroll: number): boolean {
  if (db.runs.some((run) => run.payroll === payroll && run.waiting.length > 0)) return true
  return recordsOf(db, payroll).rows.some(
    ({ transaction, untracked }) =>
      !untracked && transaction.lines.length > 0 && isLive(world, db, transaction),
  )
}

/** R3: a spend of the payroll, ours or not, is in our mempool. */
export function hasSpendInMempool(db: Database, payroll: number): boolean {
  for (const transaction of db.mempool) {
    if (!isOurs(transaction)) continue
    if (db.rows.get(transaction)?.payroll === payroll) return true
    if (transaction.inputs.some((input) => db.owner.get(input) === payroll)) return true
  }
  return false
}
