import {
  estimatedFeeSats,
  missingSats,
  selectCoins,
  type Target,
  worthSpending,
} from './coin-selection.ts'
import { feeCeilingSats } from './fee-ceilings.ts'
import { changeOutputBytes, dustSats, inputCostSats, maximumInputs, outputBytes } from './fees.ts'
import { satsFromCents, sumOfSats } from './money.ts'
import {
  equalParts,
  fed,
  feederTarget,
  fits,
  gathered,
  movedSats,
  type Paid,
  type PlanInput,
  type PlannedTransaction,
  parallel,
  shuffled,
  targetOf,
} from './plan-shapes.ts'
import { missingWhenGathered, withSmallCoins } from './small-coins.ts'

export { movedSats, type PlanInput, type PlanLine, type PlannedTransaction } from './plan-shapes.ts'

export type PlanProblem =
  | { code: 'DUST_SALARY'; lines: string[] }
  | { code: 'FEE_TOO_HIGH' }
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }

export type Plan = {
  totalUsdCents: bigint
  totalSats: bigint
  satsOfLine: Map<string, bigint>
  /** Of all transactions, or what they would take if the coins sufficed. */
  feeSats: bigint
  /** Whether the fee of a transaction, or of all, is above its share of what people get. */
  isFeeAboveShare: boolean
  /** Empty exactly when there are problems. */
  transactions: PlannedTransaction[]
  /** In the order in which a payment is refused. */
  problems: PlanProblem[]
}

/** Whether coins beyond the inputs of one transaction are worth the target together. */
function isEnoughInSmallCoins(
  count: number,
  target: Target,
  { coins, feeRateSatsPerKvb: feeRate }: PlanInput,
): boolean {
  const worth = worthSpending(coins, feeRate)
  if (count > Math.ceil(worth.length / maximumInputs)) return false
  const net = sumOfSats(worth) - BigInt(worth.length) * inputCostSats(feeRate)
  return net >= target.sats + estimatedFeeSats(target, feeRate)
}

/** `missing`, or less where a smaller deposit is enough because small coins are gathered with it. */
function leastMissing(parts: Paid[][], missing: bigint, input: PlanInput): bigint {
  const { coins, feeRateSatsPerKvb: feeRate } = input
  const { target } = feederTarget(parts, feeRate)
  const less = missingWhenGathered(coins, target, feeRate)
  if (less === null || less >= missing) return missing
  const deposit = { id: 'deposit', sats: less }
  return gathered(parts, { ...input, coins: [...coins, deposit] }) ? less : missing
}

/** The fewest equal parts that fit, and their transactions; or what is missing for them. */
function carve(
  lines: Paid[],
  input: PlanInput,
): { transactions: PlannedTransaction[] } | { missing: bigint; feeSats: bigint; count: number } {
  const { coins, feeRateSatsPerKvb: feeRate } = input
  let fewest: Paid[][] | null = null
  for (let count = 1; ; count++) {
    const parts = equalParts(lines, count)
    if (!parts.every((part) => part.length === 0 || fits(targetOf(part), 1))) continue
    fewest ??= parts
    const transactions = parallel(parts, input) ?? (count > 1 ? fed(parts, input) : null)
    if (transactions) return { transactions }
    const { target } = feederTarget(parts, feeRate)
    // With enough coins for it, only their number or the weight of inputs was in the way: smaller parts.
    const divisible =
      selectCoins(coins, target, feeRate) || isEnoughInSmallCoins(count, target, input)
    if (count < lines.length && divisible) continue
    const merged = gathered(fewest, input)
    if (merged) return { transactions: merged }
    const missing = leastMissing(fewest, missingSats(coins, target, feeRate), input)
    const deposit = { id: 'deposit', sats: missing }
    const first = selectCoins([...coins, deposit], target, feeRate)?.feeSats ?? 0n
    const later = parts.slice(1).map((part) => estimatedFeeSats(targetOf(part), feeRate))
    return { missing, feeSats: later.reduce((total, fee) => total + fee, first), count }
  }
}

/** Small coins that nothing spends go along while fees are low, within every ceiling. */
function takeAlong(
  transactions: PlannedTransaction[],
  { coins, feeRateSatsPerKvb: feeRate }: PlanInput,
  lines: readonly Paid[],
  ceiling: (sats: bigint, transactions: number) => bigint,
): PlannedTransaction[] {
  const spent = new Set(transactions.flatMap((one) => one.coins.map((coin) => coin.id)))
  if (coins.every((coin) => spent.has(coin.id))) return transactions
  const bytesOf = new Map(lines.map((line) => [line.id, outputBytes(line.scriptBytes)]))
  const fees = transactions.reduce((total, { feeSats }) => total + feeSats, 0n)
  let room = ceiling(sumOfSats(lines), transactions.length) - fees
  return transactions.map((transaction) => {
    const paying = transaction.outputs.filter((output) => output.kind !== 'change')
    if (transaction.waits || !paying.some((output) => output.kind === 'line')) return transaction
    const target = {
      outputs: paying.length,
      outputBytes: paying.reduce(
        (total, output) =>
          total + (output.kind === 'line' ? (bytesOf.get(output.line) ?? 0) : changeOutputBytes),
        0,
      ),
      sats: sumOfSats(paying),
    }
    const ownCeiling = ceiling(movedSats(transaction), 1)
    const most = transaction.feeSats + room
    const others = coins.filter((coin) => !spent.has(coin.id))
    const larger = withSmallCoins(
      transaction,
      others,
      target,
      feeRate,
      most < ownCeiling ? most : ownCeiling,
    )
    room -= larger.feeSats - transaction.feeSats
    for (const coin of larger.coins) spent.add(coin.id)
    const outputs = transaction.outputs.map((output) =>
      output.kind === 'change' ? { ...output, sats: larger.changeSats } : output,
    )
    return { ...transaction, ...larger, outputs }
  })
}

/**
 * Who is paid what by which transaction, or every reason why not; nobody is ever left out. Salaries
 * arrive in full: the fee comes on top. A fee above its share of them is planned, and said. Pure: the same input gives the same plan.
 */
export function planPayment(input: PlanInput): Plan {
  const { rateUsdCentsPerBtc: rate, feeRateSatsPerKvb: feeRate, feeCeilings } = input
  const paid = input.lines.map((line) => ({ ...line, sats: satsFromCents(line.usdCents, rate) }))
  const totalSats = sumOfSats(paid)
  const problems: PlanProblem[] = []
  const dust = paid.filter((line) => line.sats < dustSats[line.type])
  if (dust.length > 0) problems.push({ code: 'DUST_SALARY', lines: dust.map((line) => line.id) })

  const carved = carve(shuffled(paid, input.randomInt), input)
  const ceiling = (sats: bigint, count: number) =>
    feeCeilingSats(feeCeilings, sats, (cents) => satsFromCents(cents, rate), count)
  const transactions =
    'transactions' in carved ? takeAlong(carved.transactions, input, paid, ceiling) : []
  const feeSats =
    'transactions' in carved
      ? transactions.reduce((total, transaction) => total + transaction.feeSats, 0n)
      : carved.feeSats
  const isAbove = (transaction: PlannedTransaction) =>
    transaction.feeSats > ceiling(movedSats(transaction), 1)
  const count = 'transactions' in carved ? transactions.length : carved.count
  const isImpossible =
    feeSats > feeCeilings.sats * BigInt(count) ||
    transactions.some((transaction) => transaction.feeSats > feeCeilings.sats)
  if (feeRate > feeCeilings.feeRateSatsPerKvb || isImpossible) {
    problems.push({ code: 'FEE_TOO_HIGH' })
  }
  if ('missing' in carved) {
    problems.push({ code: 'INSUFFICIENT_FUNDS', missingSats: carved.missing })
  }
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
