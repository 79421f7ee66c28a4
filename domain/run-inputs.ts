import {
  calculateRequiredFee,
  largestFirst,
  type Selection,
  selectUtxos,
  spendAll,
  type Target,
  type Utxo,
  without,
  worthSpending,
} from './coin-selection.ts'
import {
  changeOutputBytes,
  inputCostSats,
  maximumDeposits,
  maximumInputs,
  minimumHeadSats,
} from './fees.ts'
import { sumOfSats } from './money.ts'

/** The inputs of the first transaction of a run: rules R1 and R2 of decision 5. */

export type Funds = {
  /** Every head of the payroll. */
  heads: readonly Utxo[]
  /** Free deposits of the payroll; without a head, all that are in a block and mature. */
  deposits: readonly Utxo[]
  /** Spends that a run must exclude, each by those of its inputs that are unspent. */
  excluded: readonly (readonly Utxo[])[]
}

/** A transaction that makes many deposits into one, worth `sats`. It pays nobody. */
export type Gathering = { utxos: Utxo[]; feeSats: bigint; vsize: number; sats: bigint }

/** All heads, and one input of each spend that is to be excluded. */
export function selectRequired({ heads, excluded }: Omit<Funds, 'deposits'>): Utxo[] {
  const required = [...heads]
  for (const inputs of excluded) {
    const isExcluded = inputs.some(({ id }) => required.some((utxo) => utxo.id === id))
    const [first] = inputs
    if (!isExcluded && first) required.push(first)
  }
  return required
}

/** The inputs of one transaction. null: they are too little, or more deposits than 100. */
export function selectInputs(funds: Funds, target: Target, feeRate: bigint): Selection | null {
  const required = selectRequired(funds)
  const deposits = without(funds.deposits, required)
  if (funds.heads.length > 0) return selectUtxos(required, deposits, target, feeRate)
  // R2: which deposits are the oldest changes with a reorganisation, so none may be left out.
  return deposits.length > maximumDeposits
    ? null
    : spendAll([...required, ...largestFirst(deposits)], target, feeRate)
}

const gatheringSize = (inputs: number, feeRate: bigint) =>
  calculateRequiredFee(
    inputs,
    { outputs: 1, outputBytes: changeOutputBytes, sats: 0n },
    false,
    feeRate,
  )

/** Gatherings of about equal worth; one that would make dust is left out. */
function gatherAll(utxos: readonly Utxo[], feeRate: bigint): Gathering[] {
  const count = Math.ceil(utxos.length / maximumInputs)
  const groups = Array.from({ length: count }, (_, group) =>
    utxos.filter((_, index) => index % count === group),
  )
  return groups
    .map((group) => {
      const { fee, vsize } = gatheringSize(group.length, feeRate)
      return { utxos: group, feeSats: fee, vsize, sats: sumOfSats(group) - fee }
    })
    .filter(({ sats }) => sats >= minimumHeadSats)
}

/** The least sum of inputs where the first batch spends `required` and so many gatherings. */
const heldFor = (required: readonly Utxo[], gatherings: number, target: Target, rate: bigint) =>
  target.sats +
  minimumHeadSats +
  calculateRequiredFee(required.length + gatherings, target, true, rate).fee

/**
 * The gatherings that a run needs first: of all deposits where there is no head, else of as few as
 * suffice, the largest first. null: not even all suffice. `targetRate` is what the first batch may have
 * to pay a block later.
 */
export function gatherInputs(
  funds: Funds,
  target: Target,
  { feeRate, targetRate }: { feeRate: bigint; targetRate: bigint },
): Gathering[] | null {
  const required = selectRequired(funds)
  const all = without(funds.deposits, required)
  if (all.length <= maximumDeposits) return null
  const suffices = (gatherings: readonly Gathering[]) =>
    sumOfSats(gatherings) + sumOfSats(required) >=
    heldFor(required, gatherings.length, target, targetRate)
  if (funds.heads.length === 0) {
    const gatherings = gatherAll(largestFirst(all), feeRate)
    return suffices(gatherings) ? gatherings : null
  }
  const worth = worthSpending(all, feeRate)
  const cost = inputCostSats(feeRate)
  let net = sumOfSats(required)
  for (const [index, utxo] of worth.entries()) {
    net += utxo.sats - cost
    // The cheap look first: what each gathering costs beyond its inputs comes on top.
    if (index < maximumDeposits || net < target.sats) continue
    const gatherings = gatherAll(worth.slice(0, index + 1), feeRate)
    if (suffices(gatherings)) return gatherings
  }
  return null
}

/**
 * The sum that one further deposit must bring so that all is covered, its own input counted: topping up exactly
 * this is enough.
 */
export function findShortfall(funds: Funds, target: Target, feeRate: bigint): bigint {
  const required = selectRequired(funds)
  const others = without(funds.deposits, required)
  const hasHead = funds.heads.length > 0
  const usable = hasHead ? worthSpending(others, feeRate) : largestFirst(others)
  // A deposit below what it costs to spend does not count beside a head.
  const least = hasHead ? inputCostSats(feeRate) + 1n : 1n
  const atLeast = (sats: bigint) => (sats > least ? sats : least)
  const direct = (utxos: readonly Utxo[]) =>
    atLeast(
      heldFor(required, utxos.length + 1, target, feeRate) - sumOfSats(utxos) - sumOfSats(required),
    )
  if (usable.length < maximumDeposits) return direct(usable)
  const deposit = { id: 'deposit', sats: 0n }
  const gatherings = gatherAll([deposit, ...usable], feeRate)
  const gathered = atLeast(
    heldFor(required, gatherings.length, target, feeRate) -
      sumOfSats(gatherings) -
      sumOfSats(required),
  )
  if (!hasHead) return gathered
  const alone = direct(usable.slice(0, maximumDeposits - 1))
  if (gathered >= alone) return alone
  const funded = { ...funds, deposits: [...funds.deposits, { id: 'deposit', sats: gathered }] }
  const rates = { feeRate, targetRate: feeRate }
  return gatherInputs(funded, target, rates) ? gathered : alone
}
