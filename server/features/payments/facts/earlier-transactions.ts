import { type RawBuilder, sql } from 'kysely'
import type { Utxo } from '#domain/coin-selection.ts'
import {
  buriedDepth,
  descendsFrom,
  findCompatible,
  type InputsOf,
  type Signed,
} from '#domain/exclusivity.ts'
import {
  depthOf,
  employeesPaidBy,
  outpointsOf,
  paysSomebodySql,
} from '#server/authorization/earlier-payments.ts'

/** A transaction of a payroll that has a txid, or a deposit that a reorganisation took out. */
export type EarlierTransaction = Signed & {
  id: string
  type: string
  paymentId: string | null
  untracked: boolean
  /** The transaction pays somebody: a batch, a withdrawal or an untracked spend. */
  pays: boolean
  wasMined: boolean
  /** By our records the transaction can still confirm. */
  live: boolean
}

/**
 * The transactions that rules R4 and R5 check: those signed for a payroll, and untracked spends.
 */
export type EarlierTransactions = { earlier: readonly EarlierTransaction[]; inputsOf: InputsOf }

/** The columns of an `EarlierTransaction` from a row `t` of transactions. */
export const earlierColumns = (paymentId: string | null | RawBuilder<string | null>) => sql`
  t.id, t.type, encode(t.txid, 'hex') AS txid, t.sheet_id AS "paymentId", t.untracked,
  t.was_mined AS "wasMined", t.live, ${paysSomebodySql} AS pays,
  coalesce(t.sheet_id, t.withdrawal_id)::text AS run,
  ${depthOf('t.height')} AS depth, ${depthOf('t.conflict_height')} AS "conflictDepth",
  ${outpointsOf('t.id')} AS inputs,
  CASE WHEN ${paymentId}::uuid IS NULL THEN '{}' ELSE ${employeesPaidBy('t.id', paymentId)} END AS lines`

/** `given`: the txids that the operator gave up. */
export function toEarlierTransactions(
  rows: readonly Omit<EarlierTransaction, 'givenUp'>[],
  given: ReadonlySet<string>,
): EarlierTransactions {
  const inputs = new Map(rows.map((one) => [one.txid, one.inputs]))
  const inputsOf: InputsOf = (txid) => inputs.get(txid)
  const isGivenUp = (txid: string) => descendsFrom(txid, given, inputsOf)
  return { earlier: rows.map((one) => ({ ...one, givenUp: isGivenUp(one.txid) })), inputsOf }
}

const isExcepted = ({ depth, conflictDepth, givenUp }: EarlierTransaction): boolean =>
  depth >= buriedDepth || conflictDepth >= buriedDepth || givenUp

/**
 * Finds the unspent inputs of untracked spends, and of spends that left their block. A run spends
 * one input of each, so that the two exclude each other. Otherwise rules R4 and R5 would make the
 * run wait.
 */
export function findExclusions(
  { earlier }: EarlierTransactions,
  unspent: readonly Utxo[],
): Utxo[][] {
  const utxos = new Map(unspent.map((utxo) => [utxo.id, utxo]))
  return earlier
    .filter((one) => one.type !== 'receive' && (one.untracked || one.wasMined) && one.live)
    .map(({ inputs }) => inputs.flatMap((outpoint) => utxos.get(outpoint) ?? []))
    .filter((group) => group.length > 0)
}

export type RunInputs = {
  inputs: readonly string[]
  /** The employees of lines that the run has already; none in a new run. */
  lines: readonly string[]
  /** `run` is a payment or a withdrawal. */
  run: string
  hasHead: boolean
  /** Only R5 applies to a withdrawal of everything. */
  isEverything: boolean
}

/** A transaction that a run waits for; `paymentId` null: a withdrawal, a deposit or an untracked spend. */
export type Blocking = { transactionId: string; paymentId: string | null }

/** The transaction that a run has to wait for, by R4 or R5; null where it may start. */
export function waitsFor(
  earlierTransactions: EarlierTransactions,
  spending: RunInputs,
): Blocking | null {
  const found = findBlocking(earlierTransactions, spending)
  return found && { transactionId: found.id, paymentId: found.paymentId }
}

function findBlocking(
  { earlier, inputsOf }: EarlierTransactions,
  spending: RunInputs,
): EarlierTransaction | null {
  const paying = earlier.filter(({ pays }) => pays)
  const compatible = spending.isEverything ? [] : findCompatible(spending, paying, inputsOf)
  if (compatible[0]) return compatible[0]
  const asPlan = { inputs: spending.inputs, lines: [], run: '' }
  const takenOut = earlier.filter((one) => one.wasMined && one.depth === 0 && !isExcepted(one))
  const spends = takenOut.filter(({ type }) => type !== 'receive')
  const isBeside = new Set(findCompatible(asPlan, spends, inputsOf))
  const deposit = spending.hasHead ? undefined : takenOut.find(({ type }) => type === 'receive')
  return spends.find((one) => isBeside.has(one)) ?? deposit ?? null
}
