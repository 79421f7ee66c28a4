import {
  calculateRequiredFee,
  countedDeposits,
  largestFirst,
  type Selection,
  selectUtxos,
  spendAll,
  type Target,
  type Utxo,
  without,
  worthSpending,
} from './coin-selection.ts'
import { consolidateUntil } from './consolidation.ts'
import { inputCostSats, largestCrumbSats, maximumInputs, minimumHeadSats } from './fees.ts'
import { larger, sumOfSats } from './money.ts'

/** The inputs of the first transaction of a run: rules R1 and R2 of decision 5. */

export type Funds = {
  /** Every head of the payroll. */
  heads: readonly Utxo[]
  /** Free deposits of the payroll; without a head, all that are in a block and mature. Those of R2 count. */
  deposits: readonly Utxo[]
  /** Spends that a run must exclude, each by those of its inputs that are unspent. */
  excluded: readonly (readonly Utxo[])[]
}

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

/** The deposits that a run may spend, the largest first. */
function usableDeposits(funds: Funds, required: readonly Utxo[], feeRate: bigint): Utxo[] {
  const deposits = countedDeposits(without(funds.deposits, required))
  return funds.heads.length > 0 ? worthSpending(deposits, feeRate) : largestFirst(deposits)
}

/**
 * The inputs of the first transaction of a run. null: they are too little or, without a head, more
 * than one transaction spends.
 */
export function selectInputs(funds: Funds, target: Target, feeRate: bigint): Selection | null {
  const required = selectRequired(funds)
  const deposits = usableDeposits(funds, required, feeRate)
  if (funds.heads.length > 0) return selectUtxos(required, deposits, target, feeRate)
  // R2: which deposits are the oldest changes with a reorganisation, so none may be left out.
  const all = [...required, ...deposits]
  return all.length > maximumInputs ? null : spendAll(all, target, feeRate)
}

/** The least sum of inputs where the first batch spends so many. */
const heldFor = (inputs: number, target: Target, rate: bigint) =>
  target.sats + minimumHeadSats + calculateRequiredFee(inputs, target, true, rate).fee

/** Whether a run could be paid once its deposits are consolidated, and not before. */
export function paysConsolidated(funds: Funds, target: Target, feeRate: bigint): boolean {
  const required = selectRequired(funds)
  const deposits = usableDeposits(funds, required, feeRate)
  const room = maximumInputs - required.length
  if (deposits.length <= room) return false
  const all = [...required, ...consolidateUntil(deposits, room, feeRate)]
  return sumOfSats(all) >= heldFor(all.length, target, feeRate)
}

/**
 * The sum that one further deposit must bring so that all is covered, its own input counted: topping
 * up exactly this is enough, after consolidating where there are too many deposits.
 */
export function findShortfall(funds: Funds, target: Target, feeRate: bigint): bigint {
  const required = selectRequired(funds)
  const deposits = usableDeposits(funds, required, feeRate)
  const hasHead = funds.heads.length > 0
  const room = maximumInputs - required.length - 1
  const spent = hasHead ? deposits.slice(0, room) : consolidateUntil(deposits, room, feeRate)
  const all = [...required, ...spent]
  const missing = heldFor(all.length + 1, target, feeRate) - sumOfSats(all)
  // A deposit below what it costs to spend does not count beside a head.
  const cost = hasHead ? inputCostSats(feeRate) : 0n
  return larger(missing, larger(cost, largestCrumbSats) + 1n)
}
