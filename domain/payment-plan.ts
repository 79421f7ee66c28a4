import {
  equalBatches,
  fanOut,
  fits,
  leastBatches,
  type PaidLine,
  type PlanLine,
  type PlannedTransaction,
  planBatches,
  shuffle,
  sumPaidSats,
  targetOf,
} from './batches.ts'
import { estimateFeeSats, type Target } from './coin-selection.ts'
import { consolidateSmallDeposits } from './consolidate-small-deposits.ts'
import {
  type DepositsToConsolidate,
  planConsolidation,
  toDepositsToConsolidate,
} from './consolidation.ts'
import { type FeeCeilings, feeCeilingSats } from './fee-ceilings.ts'
import { dustSats } from './fees.ts'
import { satsFromCents, sumOfSats } from './money.ts'
import { type Funds, findShortfall, paysConsolidated, selectInputs } from './run-inputs.ts'

export { type PlanLine, type PlannedTransaction, sumPaidSats } from './batches.ts'

export type PlanInput = Funds & {
  lines: readonly PlanLine[]
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  feeCeilings: FeeCeilings
  /** A random integer from 0 up to and without `below`, from a CSPRNG. */
  randomInt: (below: number) => number
}

export type PlanProblem =
  | { code: 'DUST_SALARY'; lines: string[] }
  | { code: 'FEE_TOO_HIGH' }
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }
  | DepositsToConsolidate

export type PaymentPlan = {
  totalUsdCents: bigint
  totalSats: bigint
  satsOfLine: Map<string, bigint>
  /** The fee of all transactions, or their estimate where funds do not suffice. */
  feeSats: bigint
  /** Whether the fee of a transaction, or of all, is above its share of what people get. */
  isFeeAboveShare: boolean
  /** Empty exactly when there are problems. */
  transactions: PlannedTransaction[]
  /** Problems in the order in which a payment is refused. */
  problems: PlanProblem[]
}

type Cut = { batches: PaidLine[][]; target: Target; lanes: bigint[] }
type Carved =
  | { transactions: PlannedTransaction[] }
  | { problem: PlanProblem; feeSats: bigint; count: number }

/** The fewest equal batches that fit, and their transactions; or what is missing for them. */
function carve(lines: PaidLine[], input: PlanInput): Carved {
  const { feeRateSatsPerKvb: feeRate, randomInt } = input
  for (let count = leastBatches(lines); ; count++) {
    const batches = equalBatches(lines, count)
    const isLast = count >= lines.length
    const isLight = ({ target }: Cut, inputs: number) => isLast || fits(target, inputs)
    const laneRates = count > 1 ? [2n * feeRate, feeRate] : [feeRate]
    const cuts = laneRates.map((laneRate) => ({ batches, ...fanOut(batches, laneRate) }))
    const [cheapest] = cuts.slice(-1)
    if (!cheapest) throw new Error('There is a lane rate')
    if (!isLast && !batches.every((batch) => fits(targetOf(batch), 1))) continue
    if (!isLight(cheapest, 1)) continue
    let isTooHeavy = false
    for (const cut of cuts) {
      const selection = selectInputs(input, cut.target, feeRate)
      if (!selection) continue
      isTooHeavy = !isLight(cut, selection.utxos.length)
      if (isTooHeavy) break
      const shape = { batches, lanes: cut.lanes, feeRate, randomInt }
      return { transactions: planBatches(shape, selection) }
    }
    if (isTooHeavy) continue
    return unfunded(cheapest, input)
  }
}

/** Why one transaction cannot begin the run, and the fees of a run that has the deposit it lacks. */
function unfunded({ batches, target }: Cut, input: PlanInput): Carved {
  const { feeRateSatsPerKvb: feeRate } = input
  const missing = findShortfall(input, target, feeRate)
  const joins = paysConsolidated(input, target, feeRate)
  const consolidation = joins ? planConsolidation(input.deposits, feeRate) : null
  const deposit = { id: 'deposit', sats: missing }
  const funded = { ...input, deposits: [...input.deposits, deposit] }
  const first = selectInputs(funded, target, feeRate)?.feeSats ?? estimateFeeSats(target, feeRate)
  const later = batches.slice(1).map((batch) => estimateFeeSats(targetOf(batch), feeRate))
  const feeSats = later.reduce((total, fee) => total + fee, first)
  const problem: PlanProblem = consolidation
    ? toDepositsToConsolidate(consolidation)
    : { code: 'INSUFFICIENT_FUNDS', missingSats: missing }
  return { problem, feeSats, count: batches.length }
}

/**
 * Plans who is paid what by which transaction, or gives every reason why not; nobody is ever left
 * out. Salaries arrive in full: the fee comes on top. A fee above its share of them is planned, and
 * reported. Pure: the same input gives the same plan.
 */
export function planPayment(input: PlanInput): PaymentPlan {
  const { rateUsdCentsPerBtc: rate, feeRateSatsPerKvb: feeRate, feeCeilings } = input
  const paid = input.lines.map((line) => ({ ...line, sats: satsFromCents(line.usdCents, rate) }))
  const totalSats = sumOfSats(paid)
  const problems: PlanProblem[] = []
  const dust = paid.filter((line) => line.sats < dustSats[line.type])
  if (dust.length > 0) problems.push({ code: 'DUST_SALARY', lines: dust.map((line) => line.id) })

  const carved = carve(shuffle(paid, input.randomInt), input)
  const ceiling = (sats: bigint, count: number) =>
    feeCeilingSats(feeCeilings, sats, (cents) => satsFromCents(cents, rate), count)
  const transactions =
    'transactions' in carved
      ? consolidateSmallDeposits(carved.transactions, input, paid, ceiling)
      : []
  const feeSats =
    'transactions' in carved
      ? transactions.reduce((total, transaction) => total + transaction.feeSats, 0n)
      : carved.feeSats
  const isAbove = (transaction: PlannedTransaction) =>
    transaction.feeSats > ceiling(sumPaidSats(transaction), 1)
  const count = 'transactions' in carved ? transactions.length : carved.count
  const isImpossible =
    feeSats > feeCeilings.sats * BigInt(count) ||
    transactions.some((transaction) => transaction.feeSats > feeCeilings.sats)
  if (feeRate > feeCeilings.feeRateSatsPerKvb || isImpossible) {
    problems.push({ code: 'FEE_TOO_HIGH' })
  }
  if ('problem' in carved) problems.push(carved.problem)
  return {
    totalUsdCents: paid.reduce((total, line) => total + line.usdCents, 0n),
    totalSats,
    satsOfLine: new Map(paid.map((line) => [line.id, line.sats])),
    feeSats,
    isFeeAboveShare: feeSats > ceiling(totalSats, count) || transactions.some(isAbove),
    transactions: problems.length > 0 ? [] : transactions,
    problems,
  }
}
