import type { OutputType } from './address.ts'
import {
  type Coin,
  estimatedFeeSats,
  missingSats,
  type Selection,
  selectCoins,
  type Target,
  worthSpending,
} from './coin-selection.ts'
import {
  changeScriptBytes,
  dustSats,
  feeCeilingSats,
  inputCostSats,
  maximumFeeRate,
  maximumInputs,
  maximumTransactionWeight,
  outputBytes,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
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

/** An output in its final place. `feeds`: the position in the plan of the transaction it will pay for. */
export type PlannedOutput =
  | { kind: 'line'; line: string; sats: bigint }
  | { kind: 'change'; sats: bigint }
  | { kind: 'feeder'; feeds: number; sats: bigint }

/**
 * A transaction to be signed now, or one that waits until the output that feeds it is in a block. Of
 * the latter, fee and change are estimates: they are settled when it is built, and `change` keeps a
 * place among the outputs.
 */
export type PlannedTransaction = Selection & { outputs: PlannedOutput[]; waits: boolean }

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
  /** Empty exactly when there are problems. */
  transactions: PlannedTransaction[]
  /** In the order in which a payment is refused. */
  problems: PlanProblem[]
}

type Paid = PlanLine & { sats: bigint }

const feederOutput = outputBytes(changeScriptBytes)
const sum = (amounts: readonly { sats: bigint }[]) =>
  amounts.reduce((total, { sats }) => total + sats, 0n)

/** Fisher–Yates: no place of an output says who is paid, how much, or which is change. */
function shuffled<T>(items: readonly T[], randomInt: (below: number) => number): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}

function targetOf(lines: readonly Paid[]): Target {
  return {
    outputs: lines.length,
    outputBytes: lines.reduce((total, line) => total + outputBytes(line.scriptBytes), 0),
    sats: sum(lines),
  }
}

/** `count` parts whose sizes differ by one at most: smaller transactions bump and relay more easily. */
function equalParts<T>(items: readonly T[], count: number): T[][] {
  const cut = (part: number) => Math.floor((items.length * part) / count)
  return Array.from({ length: count }, (_, part) => items.slice(cut(part), cut(part + 1)))
}

/** Whether a target fits one transaction of ordinary weight with `inputs` coins and change. */
function fits(target: Target, inputs: number): boolean {
  const bytes = target.outputBytes + feederOutput
  return transactionWeight(inputs, target.outputs + 1, bytes) <= maximumTransactionWeight
}

const lineOutputs = (lines: readonly Paid[]): PlannedOutput[] =>
  lines.map(({ id, sats }) => ({ kind: 'line', line: id, sats }))

const changeOutput = ({ changeSats }: Selection): PlannedOutput[] =>
  changeSats > 0n ? [{ kind: 'change', sats: changeSats }] : []

/** All parts at once, each from coins of its own; null where the coins can't be divided so. */
function parallel(parts: Paid[][], { coins, feeRateSatsPerKvb, randomInt }: PlanInput) {
  const spent = new Set<string>()
  const planned: PlannedTransaction[] = []
  for (const part of parts) {
    const free = coins.filter((coin) => !spent.has(coin.id))
    const target = targetOf(part)
    const selection = selectCoins(free, target, feeRateSatsPerKvb)
    if (!selection || !fits(target, selection.coins.length)) return null
    for (const coin of selection.coins) spent.add(coin.id)
    const outputs = [...lineOutputs(part), ...changeOutput(selection)]
    planned.push({ ...selection, outputs: shuffled(outputs, randomInt), waits: false })
  }
  return planned
}

/** What the first transaction must pay when it also makes a coin for each later part. */
function feederTarget(parts: Paid[][], feeRate: bigint): { target: Target; feeders: bigint[] } {
  const own = targetOf(parts[0] ?? [])
  const later = parts.slice(1).map(targetOf)
  const feeders = later.map((target) => target.sats + estimatedFeeSats(target, feeRate))
  const target = {
    outputs: own.outputs + feeders.length,
    outputBytes: own.outputBytes + feeders.length * feederOutput,
    sats: feeders.reduce((total, sats) => total + sats, own.sats),
  }
  return { target, feeders }
}

/**
 * The first part now, with an output that feeds each later part once it is in a block: at most 25
 * large transactions could hang on unconfirmed ones, and none of more than 101 kvB (Bitcoin Core's
 * descendant and cluster limits). Feeders carry twice today's fee, today's where funds are tight.
 */
function fed(parts: Paid[][], { coins, feeRateSatsPerKvb: feeRate, randomInt }: PlanInput) {
  for (const feederRate of [2n * feeRate, feeRate]) {
    const { target, feeders } = feederTarget(parts, feederRate)
    const selection = selectCoins(coins, target, feeRate)
    if (!selection || !fits(target, selection.coins.length)) continue
    const outputs: PlannedOutput[] = [
      ...lineOutputs(parts[0] ?? []),
      ...feeders.map((sats, index): PlannedOutput => ({ kind: 'feeder', feeds: index + 1, sats })),
      ...changeOutput(selection),
    ]
    const first = { ...selection, outputs: shuffled(outputs, randomInt), waits: false }
    const rest = parts
      .slice(1)
      .map((part, index) => follower(part, feeders[index] ?? 0n, feeRate, randomInt))
    return [first, ...rest]
  }
  return null
}

function follower(
  part: Paid[],
  feederSats: bigint,
  feeRate: bigint,
  randomInt: (below: number) => number,
): PlannedTransaction {
  const target = targetOf(part)
  const feeSats = estimatedFeeSats(target, feeRate)
  const changeSats = feederSats - target.sats - feeSats
  const bytes = target.outputBytes + feederOutput
  const outputs: PlannedOutput[] = [...lineOutputs(part), { kind: 'change', sats: changeSats }]
  return {
    coins: [],
    changeSats,
    feeSats,
    vsize: vsizeOfWeight(transactionWeight(1, target.outputs + 1, bytes)),
    outputs: shuffled(outputs, randomInt),
    waits: true,
  }
}

/** Whether coins beyond the inputs of one transaction are worth the target together. */
function isEnoughInSmallCoins(
  count: number,
  target: Target,
  { coins, feeRateSatsPerKvb: feeRate }: PlanInput,
): boolean {
  const worth = worthSpending(coins, feeRate)
  if (count > Math.ceil(worth.length / maximumInputs)) return false
  const net = sum(worth) - BigInt(worth.length) * inputCostSats(feeRate)
  return net >= target.sats + estimatedFeeSats(target, feeRate)
}

/** The fewest equal parts that fit, and their transactions; or what is missing for them. */
function carve(
  lines: Paid[],
  input: PlanInput,
): { transactions: PlannedTransaction[] } | { missing: bigint; feeSats: bigint; count: number } {
  const { coins, feeRateSatsPerKvb: feeRate } = input
  for (let count = 1; ; count++) {
    const parts = equalParts(lines, count)
    if (!parts.every((part) => part.length === 0 || fits(targetOf(part), 1))) continue
    const transactions = parallel(parts, input) ?? (count > 1 ? fed(parts, input) : null)
    if (transactions) return { transactions }
    const { target } = feederTarget(parts, feeRate)
    // With enough coins for it, only their number or the weight of inputs was in the way: smaller parts.
    const divisible =
      selectCoins(coins, target, feeRate) || isEnoughInSmallCoins(count, target, input)
    if (count < lines.length && divisible) continue
    const missing = missingSats(coins, target, feeRate)
    const deposit = { id: 'deposit', sats: missing }
    const first = selectCoins([...coins, deposit], target, feeRate)?.feeSats ?? 0n
    const later = parts.slice(1).map((part) => estimatedFeeSats(targetOf(part), feeRate))
    return { missing, feeSats: later.reduce((total, fee) => total + fee, first), count }
  }
}

/**
 * Who is paid what by which transaction, or every reason why not; nobody is ever left out. Salaries
 * arrive in full: the fee comes on top. Pure: the same input gives the same plan.
 */
export function planPayment(input: PlanInput): Plan {
  const { rateUsdCentsPerBtc: rate, feeRateSatsPerKvb: feeRate } = input
  const paid = input.lines.map((line) => ({ ...line, sats: satsFromCents(line.usdCents, rate) }))
  const totalSats = sum(paid)
  const problems: PlanProblem[] = []
  const dust = paid.filter((line) => line.sats < dustSats[line.type])
  if (dust.length > 0) problems.push({ code: 'DUST_SALARY', lines: dust.map((line) => line.id) })

  const carved = carve(shuffled(paid, input.randomInt), input)
  const transactions = 'transactions' in carved ? carved.transactions : []
  const feeSats =
    'transactions' in carved
      ? transactions.reduce((total, transaction) => total + transaction.feeSats, 0n)
      : carved.feeSats
  const ceiling = (sats: bigint, count: number) =>
    feeCeilingSats(sats, (cents) => satsFromCents(cents, rate), count)
  const isAbove = ({ outputs, feeSats: fee }: PlannedTransaction) =>
    fee > ceiling(sum(outputs.filter((output) => output.kind === 'line')), 1)
  const count = 'transactions' in carved ? transactions.length : carved.count
  const runIsAbove = feeSats > ceiling(totalSats, count)
  if (feeRate > maximumFeeRate || runIsAbove || transactions.some(isAbove)) {
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
    transactions: problems.length > 0 ? [] : transactions,
    problems,
  }
}
