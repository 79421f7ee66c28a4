import type { Database, ModelRow, ModelSignature } from './database.ts'
import { share } from './transaction.ts'
import { addRow } from './untracked.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/**
 * `npm run restored` takes in what the signer of the lost database signed since the backup. Runs that the
 * backup does not know come back closed, and what was signed of the others waits no more.
 */
export function takeInRecord(world: ModelWorld, db: Database): void {
  let count = 0
  for (const signed of db.record) {
    const known = db.rows.get(signed.row.transaction)
    if (known && !known.untracked) continue
    takeIn(db, signed, known)
    count++
  }
  world.tell(() => `database ${db.name} takes ${count} transactions from its record`)
}

function takeIn(db: Database, { row, run }: ModelSignature, known: ModelRow | undefined): void {
  const { transaction, payroll } = row
  const restored = { ...row, wasMined: known?.wasMined ?? false }
  if (known) {
    db.rows.set(transaction, restored)
    const { rows } = recordsOf(db, payroll)
    rows[rows.indexOf(known)] = restored
  } else addRow(db, restored)
  for (const { branch, index } of transaction.outputs) {
    if (branch === 'change' && index !== undefined) db.indexOwner.set(index, payroll)
  }
  const backedUp = db.runs.find(({ id }) => id === run.id)
  if (!backedUp) db.runs.push({ ...run, waiting: [], closed: true })
  else {
    backedUp.waiting = backedUp.waiting.filter(({ lines }) => !share(lines, transaction.lines))
  }
}
