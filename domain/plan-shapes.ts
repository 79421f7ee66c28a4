import type { OutputType } from './address.ts'
import {
  type Coin,
  estimatedFeeSats,
  requiredFee,
  type Selection,
  selectCoins,
  type Target,
} from './coin-selection.ts'
import type { FeeCeilings } from './fee-ceilings.ts'
import {
  changeOutputBytes,
  maximumTransactionWeight,
  outputBytes,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { sumOfSats } from './money.ts'
import { gatherCoins } from './small-coins.ts'

/** The shapes that the transactions of a run can have: all at once, fed by the first, or gathered. */

/** One employee to be paid. `scriptBytes` is the length of the script the address stands for. */
export type PlanLine = { id: string; usdCents: bigint; type: OutputType; scriptBytes: number }

export type PlanInput = {
  lines: readonly PlanLine[]
  /** Confirmed, mature and unreserved coins of the payroll. */
  coins: readonly Coin[]
  /**
   * Those of them that every transaction has to hang on: what a cancelled run paid back, until no
   * reorganisation can bring that run back beside this one.
   */
  mustSpend?: readonly Coin[]
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  feeCeilings: FeeCeilings
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

export type Paid = PlanLine & { sats: bigint }

/** What the fee of a transaction is measured by: what it pays people, or gathers for those who are. */
export function movedSats({ outputs }: PlannedTransaction): bigint {
  const lines = outputs.filter((output) => output.kind === 'line')
  return sumOfSats(lines.length > 0 ? lines : outputs)
}

/** Fisher–Yates: no place of an output says who is paid, how much, or which is change. */
export function shuffled<T>(items: readonly T[], randomInt: (below: number) => number): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}

export function targetOf(lines: readonly Paid[]): Target {
  return {
    outputs: lines.length,
    outputBytes: lines.reduce((total, line) => total + outputBytes(line.scriptBytes), 0),
    sats: sumOfSats(lines),
  }
}

/** `count` parts whose sizes differ by one at most: smaller transactions bump and relay more easily. */
export function equalParts<T>(items: readonly T[], count: number): T[][] {
  const cut = (part: number) => Math.floor((items.length * part) / count)
  return Array.from({ length: count }, (_, part) => items.slice(cut(part), cut(part + 1)))
}

/** Whether a target fits one transaction of ordinary weight with `inputs` coins and change. */
export function fits(target: Target, inputs: number): boolean {
  const bytes = target.outputBytes + changeOutputBytes
  return transactionWeight(inputs, target.outputs + 1, bytes) <= maximumTransactionWeight
}

const lineOutputs = (lines: readonly Paid[]): PlannedOutput[] =>
  lines.map(({ id, sats }) => ({ kind: 'line', line: id, sats }))

const changeOutput = ({ changeSats }: Selection): PlannedOutput[] =>
  changeSats > 0n ? [{ kind: 'change', sats: changeSats }] : []

/** All parts at once, each from coins of its own; null where the coins can't be divided so. */
export function parallel(
  parts: Paid[][],
  { coins, mustSpend = [], feeRateSatsPerKvb, randomInt }: PlanInput,
) {
  // Of several at once only one could.
  if (mustSpend.length > 0 && parts.length > 1) return null
  const spent = new Set(mustSpend.map((coin) => coin.id))
  const planned: PlannedTransaction[] = []
  for (const part of parts) {
    const free = coins.filter((coin) => !spent.has(coin.id))
    const target = targetOf(part)
    const selection = selectCoins(free, target, feeRateSatsPerKvb, mustSpend)
    if (!selection || !fits(target, selection.coins.length)) return null
    for (const coin of selection.coins) spent.add(coin.id)
    const outputs = [...lineOutputs(part), ...changeOutput(selection)]
    planned.push({ ...selection, outputs: shuffled(outputs, randomInt), waits: false })
  }
  return planned
}

/** What the first transaction must pay when it also makes a coin for each later part. */
export function feederTarget(
  parts: Paid[][],
  feeRate: bigint,
): { target: Target; feeders: bigint[] } {
  const own = targetOf(parts[0] ?? [])
  const later = parts.slice(1).map(targetOf)
  const feeders = later.map((target) => target.sats + estimatedFeeSats(target, feeRate))
  const target = {
    outputs: own.outputs + feeders.length,
    outputBytes: own.outputBytes + feeders.length * changeOutputBytes,
    sats: feeders.reduce((total, sats) => total + sats, own.sats),
  }
  return { target, feeders }
}

/**
 * The first part now, with an output that feeds each later part once it is in a block: at most 25
 * large transactions could hang on unconfirmed ones, and none of more than 101 kvB (Bitcoin Core's
 * descendant and cluster limits). Feeders carry twice today's fee, today's where funds are tight.
 */
export function fed(parts: Paid[][], input: PlanInput) {
  const { coins, mustSpend = [], feeRateSatsPerKvb: feeRate, randomInt } = input
  const required = new Set(mustSpend.map((coin) => coin.id))
  const free = coins.filter((coin) => !required.has(coin.id))
  for (const feederRate of [2n * feeRate, feeRate]) {
    const { target, feeders } = feederTarget(parts, feederRate)
    const selection = selectCoins(free, target, feeRate, mustSpend)
    if (!selection || !fits(target, selection.coins.length)) continue
    const outputs: PlannedOutput[] = [
      ...lineOutputs(parts[0] ?? []),
      ...feeders.map((sats, index): PlannedOutput => ({ kind: 'feeder', feeds: index + 1, sats })),
      ...changeOutput(selection),
    ]
    const first = { ...selection, outputs: shuffled(outputs, randomInt), waits: false }
    const rest = parts.slice(1).map((part, index) => follower(part, feeders[index] ?? 0n, input))
    return [first, ...rest]
  }
  return null
}

/** A later part, which `inputs` coins worth `feederSats` feed. */
function follower(
  part: Paid[],
  feederSats: bigint,
  { feeRateSatsPerKvb: feeRate, randomInt }: PlanInput,
  inputs = 1,
): PlannedTransaction {
  const target = targetOf(part)
  const { fee: feeSats } = requiredFee(inputs, target, true, feeRate)
  const changeSats = feederSats - target.sats - feeSats
  const bytes = target.outputBytes + changeOutputBytes
  const outputs: PlannedOutput[] = [...lineOutputs(part), { kind: 'change', sats: changeSats }]
  return {
    coins: [],
    changeSats,
    feeSats,
    vsize: vsizeOfWeight(transactionWeight(inputs, target.outputs + 1, bytes)),
    outputs: shuffled(outputs, randomInt),
    waits: true,
  }
}

/**
 * Each part from coins of its own, however many: those of a part that needs more than one transaction
 * spends are gathered first, into coins that feed it a block later.
 */
export function gathered(parts: Paid[][], input: PlanInput): PlannedTransaction[] | null {
  const { coins, feeRateSatsPerKvb: feeRate } = input
  // What gathers some coins would not hang on the others.
  if (input.mustSpend && input.mustSpend.length > 0) return null
  const spent = new Set<string>()
  const planned: PlannedTransaction[] = []
  for (const part of parts) {
    const free = coins.filter((coin) => !spent.has(coin.id))
    const target = targetOf(part)
    const [direct] = parallel([part], { ...input, coins: free }) ?? []
    const groups = direct
      ? []
      : (gatherCoins(free, target, feeRate, 2n * feeRate) ??
        gatherCoins(free, target, feeRate, feeRate))
    if (!groups || !fits(target, Math.max(1, groups.length))) return null
    const feeds = planned.length + groups.length
    const feeders = groups.map(({ coins: group, feeSats, vsize, sats }): PlannedTransaction => {
      const outputs: PlannedOutput[] = [{ kind: 'feeder', feeds, sats }]
      return { coins: group, changeSats: 0n, feeSats, vsize, outputs, waits: false }
    })
    planned.push(...feeders, direct ?? follower(part, sumOfSats(groups), input, groups.length))
    for (const { coins: group } of [...groups, ...(direct ? [direct] : [])]) {
      for (const coin of group) spent.add(coin.id)
    }
  }
  return planned
}
