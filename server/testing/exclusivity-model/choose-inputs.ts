import { countedDeposits } from '#domain/coin-selection.ts'
import type { Database } from './database.ts'
import { maxDeposits } from './limits.ts'
import { type ModelOutput, sumOf } from './transaction.ts'
import { findDeposits, findFreeDeposits, findHeads } from './utxos.ts'
import type { ModelWorld } from './world.ts'

/** The satoshi that a transaction with this number of inputs must hold. */
type Needed = (inputs: number) => number

/** The deposits that count, by the rule of the planner itself. */
export function countDeposits(deposits: readonly ModelOutput[]): ModelOutput[] {
  const counted = countedDeposits(
    deposits.map(({ outpoint, amount }) => ({ id: outpoint, sats: BigInt(amount) })),
  )
  const ids = new Set(counted.map(({ id }) => id))
  return deposits.filter(({ outpoint }) => ids.has(outpoint))
}

/**
 * R1 or R2, then deposits until the sum suffices. undefined: they do not, or without a head there
 * are more than one transaction spends.
 */
export function chooseInputs(
  world: ModelWorld,
  db: Database,
  payroll: number,
  needed: Needed,
): readonly ModelOutput[] | undefined {
  const heads = chooseHeads(world, db, payroll)
  const inputs =
    heads.length === 0 && world.keeps('R2')
      ? chooseAllDeposits(world, db, payroll)
      : chooseSome(world, db, payroll, heads, needed)
  if (!inputs || inputs.length === 0 || sumOf(inputs) < needed(inputs.length)) return undefined
  return inputs
}

function chooseSome(
  world: ModelWorld,
  db: Database,
  payroll: number,
  heads: readonly ModelOutput[],
  needed: Needed,
): ModelOutput[] {
  const find = heads.length === 0 ? findDeposits : findFreeDeposits
  return addUntil(heads, countDeposits(find(world, db, payroll)), needed, maxDeposits)
}

/** Inputs, and as many of `more`, in their order, as are needed and the limit lets in. */
export function addUntil(
  inputs: readonly ModelOutput[],
  more: readonly ModelOutput[],
  needed: Needed,
  limit = more.length,
): ModelOutput[] {
  const out = [...inputs]
  for (const utxo of more.slice(0, limit)) {
    if (sumOf(out) >= needed(out.length)) break
    out.push(utxo)
  }
  return out
}

/** R1: all heads. Without R3 those that are in no block yet, too. */
function chooseHeads(world: ModelWorld, db: Database, payroll: number): ModelOutput[] {
  const heads = findHeads(world, db, payroll)
  if (!world.keeps('R3')) heads.push(...findUnconfirmedHeads(db, payroll))
  return world.keeps('R1') || heads.length < 2 ? heads : [world.random.pick(heads)]
}

function findUnconfirmedHeads(db: Database, payroll: number): ModelOutput[] {
  const pool = [...db.mempool]
  return pool
    .flatMap(({ outputs }) => outputs)
    .filter((output) => output.branch === 'change' && output.payroll === payroll)
    .filter((output) => !pool.some(({ inputs }) => inputs.includes(output)))
}

/** R2: which deposits are the oldest changes with a reorganisation, so none may be left out. */
function chooseAllDeposits(
  world: ModelWorld,
  db: Database,
  payroll: number,
): ModelOutput[] | undefined {
  const deposits = countDeposits(findDeposits(world, db, payroll))
  if (world.tries('oldest-deposits')) return deposits.slice(0, maxDeposits)
  return deposits.length > maxDeposits ? undefined : deposits
}
