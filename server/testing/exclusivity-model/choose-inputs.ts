import { feeFor } from './amounts.ts'
import type { Database } from './database.ts'
import { type ModelOutput, sumOf } from './transaction.ts'
import { findDeposits, findFreeDeposits, findHeads } from './utxos.ts'
import type { ModelWorld } from './world.ts'

export interface Choice {
  readonly inputs: readonly ModelOutput[]
  readonly isEnough: boolean
  /** More deposits than one payment may spend: these are gathered first. */
  readonly gather: readonly ModelOutput[]
}

/** The satoshi that a transaction with this number of inputs must hold. */
type Needed = (inputs: number) => number

/** R1 or R2, then deposits until the sum suffices. */
export function chooseInputs(
  world: ModelWorld,
  db: Database,
  payroll: number,
  needed: Needed,
  limit: number,
): Choice {
  const heads = chooseHeads(world, db, payroll)
  if (heads.length === 0 && world.keeps('R2')) {
    return chooseAllDeposits(world, db, payroll, needed, limit)
  }
  const find = heads.length === 0 ? findDeposits : findFreeDeposits
  const left = find(world, db, payroll)
  const inputs = addUntil(heads, left, needed, limit)
  if (inputs.length > 0 && sumOf(inputs) >= needed(inputs.length)) {
    return { inputs, isEnough: true, gather: [] }
  }
  const rest = left.filter((utxo) => !inputs.includes(utxo))
  const every = [...inputs, ...rest]
  const helps = rest.length > 0 && sufficesGathered(world, every, needed)
  const gather = helps ? every.filter((utxo) => !heads.includes(utxo)) : []
  return { inputs, isEnough: false, gather }
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
  needed: Needed,
  limit: number,
): Choice {
  const deposits = findDeposits(world, db, payroll)
  const inputs = world.tries('oldest-deposits') ? deposits.slice(0, limit) : deposits
  const count = inputs.length
  if (count > 0 && count <= limit && sumOf(inputs) >= needed(count)) {
    return { inputs, isEnough: true, gather: [] }
  }
  const helps = deposits.length > limit && sufficesGathered(world, deposits, needed)
  return { inputs, isEnough: false, gather: helps ? deposits : [] }
}

const sufficesGathered = (
  world: ModelWorld,
  utxos: readonly ModelOutput[],
  needed: Needed,
): boolean => sumOf(utxos) >= needed(utxos.length) + feeFor(world, utxos.length, 4)
