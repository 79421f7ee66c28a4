import { changeOutput, feeFor } from './amounts.ts'
import { bumpByReplacement } from './bump-by-replacement.ts'
import { addUntil } from './choose-inputs.ts'
import type { Database, ModelRow } from './database.ts'
import { readNewBlocks } from './follow.ts'
import { headFloorSats } from './limits.ts'
import { runOf } from './record-queries.ts'
import { sign } from './sign.ts'
import { findOwnHead, sumOf } from './transaction.ts'
import { findUnconfirmedRoots } from './unconfirmed-roots.ts'
import { findFreeDeposits } from './utxos.ts'
import { type ModelWorld, recordsOf } from './world.ts'

export function pressBump(world: ModelWorld, db: Database, payroll: number): void {
  readNewBlocks(world, db)
  const roots = findUnconfirmedRoots(world, db, payroll)
  if (roots.length === 0) return
  const row = world.random.pick(roots)
  if (!findOwnHead(row.transaction) || world.random.chance(0.3)) bumpByReplacement(world, db, row)
  else bumpByChild(world, db, row)
}

/** A child spends the head, with deposits where it is too small. A second bump replaces the child. */
function bumpByChild(world: ModelWorld, db: Database, row: ModelRow): void {
  const { payroll, transaction: parent } = row
  const run = runOf(db, row)
  const head = findOwnHead(parent)
  if (!run || !head) return
  const replaced = recordsOf(db, payroll).rows.findLast(({ cpfpParent }) => cpfpParent === parent)
  const before = replaced?.transaction
  const feeOf = (count: number) => feeFor(world, count, 1) * 2 + (before?.fee ?? 0)
  const needed = (count: number) => feeOf(count) + headFloorSats
  const old = before?.inputs ?? [head]
  const free = findFreeDeposits(world, db, payroll).filter((utxo) => !old.includes(utxo))
  const inputs = addUntil(old, free, needed)
  if (sumOf(inputs) < needed(inputs.length)) return
  const fee = feeOf(inputs.length)
  const outputs = [changeOutput(db, payroll, sumOf(inputs) - fee)]
  const plan = { kind: 'child', payroll, run, inputs, lines: [], fee, outputs, replaced } as const
  sign(world, db, { ...plan, cpfpParent: parent })
}
