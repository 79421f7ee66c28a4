import { changeOutput } from './amounts.ts'
import { addUntil } from './choose-inputs.ts'
import type { Database, ModelRow } from './database.ts'
import { headFloorSats } from './limits.ts'
import { isLive, runOf } from './record-queries.ts'
import { sign } from './sign.ts'
import {
  descends,
  findOwnHead,
  type ModelOutput,
  type NewModelOutput,
  sumOf,
} from './transaction.ts'
import { replacementFee } from './unconfirmed-roots.ts'
import { findFreeDeposits } from './utxos.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** RBF of a batch or withdrawal: the same inputs and lines, a higher fee. */
export function bumpByReplacement(world: ModelWorld, db: Database, row: ModelRow): void {
  const { payroll, transaction: old } = row
  const { kind, lines, price } = old
  const run = runOf(db, row)
  if (!run || (kind !== 'batch' && kind !== 'withdrawal') || carriesBatch(world, db, row)) return
  if (old.inputs.some((input) => !world.chain.isUnspent(input))) return
  const head = findOwnHead(old)
  const fee = replacementFee(world, db, row)
  // Employees and lanes keep their amounts. The head, or the sum of a withdrawal, pays the fee.
  const kept = run.everything ? [] : old.outputs.filter((output) => output !== head)
  const fixed = sumOf(kept) + fee
  const least = head ? 2 * headFloorSats : headFloorSats
  const free = findFreeDeposits(world, db, payroll).filter((utxo) => !old.inputs.includes(utxo))
  const inputs = addUntil(old.inputs, free, () => fixed + least)
  const rest = sumOf(inputs) - fixed
  if (rest < least) return
  const outputs = run.everything
    ? splitEverything(db, payroll, rest, head)
    : [...keep(db, payroll, kept), ...(head ? [changeOutput(db, payroll, rest)] : [])]
  const plan = { kind, payroll, inputs, lines, fee, outputs, replaced: row }
  sign(world, db, { ...plan, run: { ...run, price } })
}

/** A signed batch that pays descends from it: then it keeps its txid. */
function carriesBatch(
  world: ModelWorld,
  db: Database,
  { payroll, transaction: old }: ModelRow,
): boolean {
  return recordsOf(db, payroll).rows.some(
    ({ transaction }) =>
      transaction.lines.length > 0 && descends(transaction, old) && isLive(world, db, transaction),
  )
}

const keep = (db: Database, payroll: number, outputs: readonly ModelOutput[]): NewModelOutput[] =>
  outputs.map(({ branch, amount, laneOf }) =>
    branch === 'change' ? changeOutput(db, payroll, amount, laneOf) : { amount },
  )

function splitEverything(
  db: Database,
  payroll: number,
  rest: number,
  head: ModelOutput | undefined,
): NewModelOutput[] {
  if (!head) return [{ amount: rest }]
  return [{ amount: rest - headFloorSats }, changeOutput(db, payroll, headFloorSats)]
}
