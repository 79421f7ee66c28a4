import type { Database, ModelRow } from './database.ts'
import { newestVersion } from './record-queries.ts'
import {
  isMined,
  isOurs,
  type ModelOutput,
  type ModelTransaction,
  paysOthers,
} from './transaction.ts'
import { takeInUntracked } from './untracked.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/**
 * Reads the blocks mined since. A transaction that left the chain before it was read is never
 * known.
 */
export function readNewBlocks(world: ModelWorld, db: Database): void {
  const { log } = world.chain
  for (const transaction of log.slice(db.position)) {
    if (isMined(transaction)) readTransaction(world, db, transaction)
  }
  db.position = log.length
}

export function followAll(world: ModelWorld): void {
  for (const db of world.databases) readNewBlocks(world, db)
}

function readTransaction(world: ModelWorld, db: Database, transaction: ModelTransaction): void {
  if (isOurs(transaction)) {
    const row = db.rows.get(transaction) ?? takeInUntracked(world, db, transaction)
    if (row) readOwn(world, db, row)
    return
  }
  for (const output of transaction.outputs) {
    if (output.branch === 'deposit') addUtxo(db, output, output.payroll)
  }
}

/** A mined transaction becomes the newest version of its root. */
function readOwn(world: ModelWorld, db: Database, row: ModelRow): void {
  row.wasMined = true
  const newest = newestVersion(db, row)
  if (row.version < newest) row.version = newest + 1
  for (const output of row.transaction.outputs) {
    if (output.branch === 'change') addChange(world, db, row, output)
  }
}

function addUtxo(db: Database, utxo: ModelOutput, payroll: number | undefined): void {
  if (payroll === undefined || db.owner.has(utxo)) return
  db.owner.set(utxo, payroll)
  recordsOf(db, payroll).utxos.push(utxo)
}

/** R8: change belongs to the payroll whose UTXOs it spends. Else to whom its index was given. */
function addChange(world: ModelWorld, db: Database, row: ModelRow, change: ModelOutput): void {
  const indexOwner = db.indexOwner.get(change.index ?? -1)
  const payroll = world.keeps('R8') ? row.payroll : (indexOwner ?? row.payroll)
  addUtxo(db, change, payroll)
  if (payroll !== row.payroll || (row.untracked && !world.keeps('R7'))) return
  if (makesHead(world, db, row.transaction)) db.heads.add(change)
}

/** A transaction that only moves deposits (a consolidation, its child) makes a deposit: a batch begins the line. */
function makesHead(world: ModelWorld, db: Database, transaction: ModelTransaction): boolean {
  if (world.tries('consolidation-makes-heads') || paysOthers(transaction)) return true
  return transaction.inputs.some((input) => db.heads.has(input))
}
