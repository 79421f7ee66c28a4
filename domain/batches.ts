import type { OutputType } from './address.ts'
import {
  calculateRequiredFee,
  estimateFeeSats,
  type Selection,
  type Target,
} from './coin-selection.ts'
import {
  changeOutputBytes,
  maximumTransactionWeight,
  minimumHeadSats,
  outputBytes,
  transactionWeight,
} from './fees.ts'
import { sumOfSats } from './money.ts'

/** The transactions of a run: the first batch with its lanes, and the later batches. */

/** An employee to be paid. `scriptBytes` is the length of the script the address stands for. */
export type PlanLine = { id: string; usdCents: bigint; type: OutputType; scriptBytes: number }

export type PaidLine = PlanLine & { sats: bigint }

/** An output in its final place. `laneOf`: the place in the plan of the batch that it will pay for. */
export type PlannedOutput =
  | { kind: 'line'; line: string; sats: bigint }
  | { kind: 'head'; sats: bigint }
  | { kind: 'lane'; laneOf: number; sats: bigint }

/**
 * A transaction to be signed now, or a batch that waits until its lane is in a block. The fee and
 * head of a waiting batch are estimates: they are set when it is built, and the head keeps a place
 * among the outputs.
 */
export type PlannedTransaction = Selection & { outputs: PlannedOutput[]; waits: boolean }

/** The fee of a transaction is measured by this sum: what it pays people. */
export const sumPaidSats = ({ outputs }: Pick<PlannedTransaction, 'outputs'>): bigint =>
  sumOfSats(outputs.filter((output) => output.kind === 'line'))

type RandomInt = (below: number) => number

/** Fisher–Yates: no place of an output says who is paid, how much, or which is the head. */
export function shuffle<T>(items: readonly T[], randomInt: RandomInt): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}

export function targetOf(lines: readonly PaidLine[]): Target {
  return {
    outputs: lines.length,
    outputBytes: lines.reduce((total, line) => total + outputBytes(line.scriptBytes), 0),
    sats: sumOfSats(lines),
  }
}

/** `count` batches whose sizes differ by one at most: smaller transactions bump and relay more easily. */
export function equalBatches<T>(items: readonly T[], count: number): T[][] {
  const cut = (batch: number) => Math.floor((items.length * batch) / count)
  return Array.from({ length: count }, (_, batch) => items.slice(cut(batch), cut(batch + 1)))
}

/** Fewer batches than this cannot hold these lines: the outputs alone are above their weight. */
export function leastBatches(lines: readonly PaidLine[]): number {
  const weight = 4 * targetOf(lines).outputBytes
  return Math.max(1, Math.ceil(weight / maximumTransactionWeight))
}

/** Whether a target fits one transaction of ordinary weight with `inputs` UTXOs and a head. */
export function fits(target: Target, inputs: number): boolean {
  const bytes = target.outputBytes + changeOutputBytes
  return transactionWeight(inputs, target.outputs + 1, bytes) <= maximumTransactionWeight
}

/** A lane holds its batch's lines, their fee at `feeRate`, and the least head. */
const laneSats = (lines: readonly PaidLine[], feeRate: bigint): bigint => {
  const target = targetOf(lines)
  return target.sats + estimateFeeSats(target, feeRate) + minimumHeadSats
}

/** The first batch pays its lines, and makes a lane for each later batch. */
export function fanOut(
  batches: PaidLine[][],
  laneRate: bigint,
): { target: Target; lanes: bigint[] } {
  const [first = [], ...later] = batches
  const own = targetOf(first)
  const lanes = later.map((lines) => laneSats(lines, laneRate))
  const target = {
    outputs: own.outputs + lanes.length,
    outputBytes: own.outputBytes + lanes.length * changeOutputBytes,
    sats: lanes.reduce((total, sats) => total + sats, own.sats),
  }
  return { target, lanes }
}

const lineOutputs = (lines: readonly PaidLine[]): PlannedOutput[] =>
  lines.map(({ id, sats }) => ({ kind: 'line', line: id, sats }))

type Shape = {
  batches: PaidLine[][]
  lanes: readonly bigint[]
  feeRate: bigint
  randomInt: RandomInt
}

/** The first batch pays its lines and makes the lanes; the later ones wait for it. */
export function planBatches(
  { batches, lanes, feeRate, randomInt }: Shape,
  selection: Selection,
): PlannedTransaction[] {
  const [first = [], ...later] = batches
  const outputs: PlannedOutput[] = [
    ...lineOutputs(first),
    ...lanes.map((sats, index): PlannedOutput => ({ kind: 'lane', laneOf: index + 1, sats })),
    { kind: 'head', sats: selection.headSats },
  ]
  return [
    { ...selection, outputs: shuffle(outputs, randomInt), waits: false },
    ...later.map((lines, index) => laterBatch(lines, lanes[index] ?? 0n, { feeRate, randomInt })),
  ]
}

function laterBatch(
  lines: readonly PaidLine[],
  lane: bigint,
  { feeRate, randomInt }: Pick<Shape, 'feeRate' | 'randomInt'>,
): PlannedTransaction {
  const target = targetOf(lines)
  const { fee: feeSats, vsize } = calculateRequiredFee(1, target, true, feeRate)
  const headSats = lane - target.sats - feeSats
  const outputs: PlannedOutput[] = [...lineOutputs(lines), { kind: 'head', sats: headSats }]
  return {
    utxos: [],
    headSats,
    feeSats,
    vsize,
    outputs: shuffle(outputs, randomInt),
    waits: true,
  }
}
