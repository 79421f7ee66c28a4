import { at } from '../at.ts'
import type { Database, ModelRow, Run } from './database.ts'
import { payKinds } from './lines.ts'
import { newestVersion } from './record-queries.ts'
import { type ModelTransaction, share } from './transaction.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export function addRow(db: Database, row: ModelRow): ModelRow {
  db.rows.set(row.transaction, row)
  recordsOf(db, row.payroll).rows.push(row)
  return row
}

/** Records a spend of a payroll's UTXOs that another database, or a thief, has signed. */
export function takeInUntracked(
  world: ModelWorld,
  db: Database,
  transaction: ModelTransaction,
): ModelRow | undefined {
  const payroll = transaction.inputs
    .map((input) => db.owner.get(input))
    .find((owner) => owner !== undefined)
  if (payroll === undefined) return undefined
  const run = findRun(db, payroll, transaction)
  const sibling = run && findSibling(db, run, transaction)
  db.incomplete = true
  world.tell(() => {
    const as = run ? ` as a batch of run ${run.id}` : ''
    return `database ${db.name} takes in untracked spend #${transaction.id}${as}`
  })
  return addRow(db, {
    transaction,
    payroll,
    run: run?.id,
    lines: run ? transaction.lines : [],
    root: sibling?.root ?? transaction,
    version: sibling ? newestVersion(db, sibling) + 1 : 1,
    untracked: !run,
    found: run ? undefined : payKinds.map((kind) => at(at(world.pays, kind), payroll)),
    wasMined: true,
    cpfpParent: undefined,
  })
}

/** Replacements pay the same people from the same UTXO. Two payments may share a deposit by chance. */
const findSibling = (
  db: Database,
  run: Run,
  { inputs, lines }: ModelTransaction,
): ModelRow | undefined =>
  recordsOf(db, run.payroll).rows.find(
    (row) =>
      row.run === run.id &&
      share(row.transaction.inputs, inputs) &&
      share(row.transaction.lines, lines),
  )

/** Every output equals a line of one run in script and satoshi. */
function findRun(db: Database, payroll: number, transaction: ModelTransaction): Run | undefined {
  const { kind, lines, price, scripts } = transaction
  if (lines.length === 0 || kind === 'withdrawal') return undefined
  return db.runs.find(
    (run) =>
      run.payroll === payroll &&
      run.kind === 'payment' &&
      run.price === price &&
      lines.every(
        (line) => run.lines.includes(line) && run.scripts.get(line) === scripts.get(line),
      ),
  )
}
