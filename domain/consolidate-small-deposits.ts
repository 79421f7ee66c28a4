import type { PaidLine, PlannedTransaction } from './batches.ts'
import {
  countedDeposits,
  type Selection,
  spendAll,
  type Target,
  type Utxo,
  without,
  worthSpending,
} from './coin-selection.ts'
import {
  changeOutputBytes,
  maximumInputs,
  maximumTransactionWeight,
  outputBytes,
  transactionWeight,
} from './fees.ts'
import { smaller, sumOfSats } from './money.ts'
import type { Funds } from './run-inputs.ts'

/** Small deposits are spent along where that is cheap: 5 sat/vB or less. */
const cheapFeeRate = 5_000n
/** The most that a small deposit is worth, and how many of them one batch takes along. */
const smallDepositSats = 100_000n
const mostTakenAlong = 50

function targetOf({ outputs }: PlannedTransaction, bytesOf: ReadonlyMap<string, number>): Target {
  const paying = outputs.filter((output) => output.kind !== 'head')
  const bytes = paying.map((output) =>
    output.kind === 'line' ? (bytesOf.get(output.line) ?? 0) : changeOutputBytes,
  )
  return {
    outputs: paying.length,
    outputBytes: bytes.reduce((total, one) => total + one, 0),
    sats: sumOfSats(paying),
  }
}

/** The smallest of `others` that stay within inputs, weight and `mostFeeSats`; their worth goes to the head. */
function withSmall(
  selection: Selection,
  others: readonly Utxo[],
  target: Target,
  { feeRate, mostFeeSats }: { feeRate: bigint; mostFeeSats: bigint },
): Selection {
  const small = worthSpending(countedDeposits(others), feeRate)
    .filter((utxo) => utxo.sats <= smallDepositSats)
    .toReversed()
  const room = Math.min(small.length, mostTakenAlong, maximumInputs - selection.utxos.length)
  for (let count = room; count > 0; count--) {
    const utxos = [...selection.utxos, ...small.slice(0, count)]
    const bytes = target.outputBytes + changeOutputBytes
    if (transactionWeight(utxos.length, target.outputs + 1, bytes) > maximumTransactionWeight) {
      continue
    }
    const chosen = spendAll(utxos, target, feeRate)
    if (chosen && chosen.feeSats <= mostFeeSats) return chosen
  }
  return selection
}

/**
 * The first batch takes small deposits along while fees are low, so that they need not be spent while
 * fees are high. It stays within every ceiling.
 */
export function consolidateSmallDeposits(
  transactions: PlannedTransaction[],
  { deposits, feeRateSatsPerKvb: feeRate }: Funds & { feeRateSatsPerKvb: bigint },
  lines: readonly PaidLine[],
  ceiling: (sats: bigint, transactions: number) => bigint,
): PlannedTransaction[] {
  const [first, ...later] = transactions
  if (!first || feeRate > cheapFeeRate) return transactions
  const others = without(deposits, first.utxos)
  if (others.length === 0) return transactions
  const fees = transactions.reduce((total, { feeSats }) => total + feeSats, 0n)
  const ofRun = first.feeSats + ceiling(sumOfSats(lines), transactions.length) - fees
  const own = ceiling(sumOfSats(first.outputs.filter(({ kind }) => kind === 'line')), 1)
  const bytesOf = new Map(lines.map((line) => [line.id, outputBytes(line.scriptBytes)]))
  const target = targetOf(first, bytesOf)
  const most = { feeRate, mostFeeSats: smaller(ofRun, own) }
  const selection = withSmall(first, others, target, most)
  const outputs = first.outputs.map((output) =>
    output.kind === 'head' ? { ...output, sats: selection.headSats } : output,
  )
  return [{ ...first, ...selection, outputs }, ...later]
}
