import type { OutputType } from './address.ts'
import {
  type Coin,
  missingSats,
  type Selection,
  selectCoins,
  type Target,
} from './coin-selection.ts'
import { dustSats, feeCeilingSats, maximumFeeRate, outputBytes } from './fees.ts'
import { satsFromCents } from './money.ts'

/** One employee to be paid. `scriptBytes` is the length of the script the address stands for. */
export type PlanLine = { id: string; usdCents: bigint; type: OutputType; scriptBytes: number }

export type PlanInput = {
  lines: readonly PlanLine[]
  /** Confirmed, mature and unreserved coins of the payroll. */
  coins: readonly Coin[]
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  /** A random integer from 0 up to and without `below`, from a CSPRNG. */
  randomInt: (below: number) => number
}

/** An output in its final place: a line by its id, or change. */
export type PlannedOutput = { line: string | null; sats: bigint }

export type PlannedTransaction = Selection & { outputs: PlannedOutput[] }

export type PlanProblem =
  | { code: 'DUST_SALARY'; lines: string[] }
  | { code: 'FEE_TOO_HIGH' }
  | { code: 'INSUFFICIENT_FUNDS'; missingSats: bigint }

export type Plan = {
  totalUsdCents: bigint
  totalSats: bigint
  satsOfLine: Map<string, bigint>
  /** Of the transactions, or what they would take if the coins sufficed. */
  feeSats: bigint
  /** Empty exactly when there are problems. */
  transactions: PlannedTransaction[]
  /** In the order in which a payment is refused. */
  problems: PlanProblem[]
}

/** Fisher–Yates: no place of an output says who is paid, how much, or which is change. */
function shuffled<T>(items: readonly T[], randomInt: (below: number) => number): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}

/**
 * Who is paid what by which transaction, or every reason why not; nobody is ever left out. Salaries
 * arrive in full: the fee comes on top. Pure: the same input gives the same plan.
 */
export function planPayment(input: PlanInput): Plan {
  const { lines, coins, rateUsdCentsPerBtc: rate, feeRateSatsPerKvb: feeRate } = input
  const satsOfLine = new Map(lines.map((line) => [line.id, satsFromCents(line.usdCents, rate)]))
  const satsOf = (line: PlanLine) => satsOfLine.get(line.id) as bigint
  const totalSats = lines.reduce((total, line) => total + satsOf(line), 0n)
  const target: Target = {
    outputs: lines.length,
    outputBytes: lines.reduce((total, line) => total + outputBytes(line.scriptBytes), 0),
    sats: totalSats,
  }
  const problems: PlanProblem[] = []
  const dust = lines.filter((line) => satsOf(line) < dustSats[line.type])
  if (dust.length > 0) problems.push({ code: 'DUST_SALARY', lines: dust.map((line) => line.id) })

  const selection = selectCoins(coins, target, feeRate)
  const missing = selection ? 0n : missingSats(coins, target, feeRate)
  const fee = selection?.feeSats ?? feeWithDeposit(coins, target, feeRate, missing)
  const ceiling = feeCeilingSats(totalSats, (cents) => satsFromCents(cents, rate))
  if (feeRate > maximumFeeRate || fee > ceiling) problems.push({ code: 'FEE_TOO_HIGH' })
  if (!selection) problems.push({ code: 'INSUFFICIENT_FUNDS', missingSats: missing })

  const common = {
    totalUsdCents: lines.reduce((total, line) => total + line.usdCents, 0n),
    totalSats,
    satsOfLine,
    feeSats: fee,
    problems,
  }
  if (!selection || problems.length > 0) return { ...common, transactions: [] }
  const outputs: PlannedOutput[] = lines.map((line) => ({ line: line.id, sats: satsOf(line) }))
  if (selection.changeSats > 0n) outputs.push({ line: null, sats: selection.changeSats })
  return {
    ...common,
    transactions: [{ ...selection, outputs: shuffled(outputs, input.randomInt) }],
  }
}

/** The fee of the plan that becomes possible with a deposit of exactly what is missing. */
function feeWithDeposit(coins: readonly Coin[], target: Target, feeRate: bigint, missing: bigint) {
  const deposit: Coin = { id: 'deposit', sats: missing }
  return selectCoins([...coins, deposit], target, feeRate)?.feeSats ?? 0n
}
