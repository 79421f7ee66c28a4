import {
  changeOutputBytes,
  comfortableHeadSats,
  inputCostSats,
  largestCrumbSats,
  maximumInputs,
  minimumHeadSats,
  transactionWeight,
  vsizeOfWeight,
} from './fees.ts'
import { feeSats, sumOfSats } from './money.ts'

/** A UTXO of a payroll. `id` is its outpoint as `outpointText` writes it. */
export type Utxo = { id: string; sats: bigint }

/** An outpoint as people and the node's log write it; `txid` in RPC (reversed) hex. */
export const outpointText = (txid: string, vout: number): string => `${txid}:${vout}`

/** The outpoint of a UTXO, read from its `id`. */
export function outpointOf({ id }: Utxo): { txid: string; vout: number } {
  const [txid = '', vout = ''] = id.split(':')
  return { txid, vout: Number(vout) }
}

/** The outputs of a transaction beside its head: their number, their bytes on the wire, their sum. */
export type Target = { outputs: number; outputBytes: number; sats: bigint }

export type Selection = {
  utxos: Utxo[]
  /** The next head: inputs less the target and the fee. */
  headSats: bigint
  feeSats: bigint
  vsize: number
}

/** The fee of a transaction that spends `inputs` of our UTXOs for `target`, with a head or without. */
export function calculateRequiredFee(inputs: number, target: Target, head: boolean, rate: bigint) {
  const outputs = target.outputs + (head ? 1 : 0)
  const bytes = target.outputBytes + (head ? changeOutputBytes : 0)
  const vsize = vsizeOfWeight(transactionWeight(inputs, outputs, bytes))
  return { fee: feeSats(vsize, rate), vsize }
}

/** UTXOs worth more than it costs to spend them, the largest first. */
export function worthSpending(utxos: readonly Utxo[], feeRateSatsPerKvb: bigint): Utxo[] {
  const cost = inputCostSats(feeRateSatsPerKvb)
  return largestFirst(utxos.filter((utxo) => utxo.sats > cost))
}

/** The deposits that a run counts, by the one rule that all plans share: R2 of decision 5. */
export const countedDeposits = (deposits: readonly Utxo[]): Utxo[] =>
  deposits.filter(({ sats }) => sats > largestCrumbSats)

export const largestFirst = (utxos: readonly Utxo[]): Utxo[] =>
  utxos.toSorted((a, b) => (a.sats < b.sats ? 1 : a.sats > b.sats ? -1 : a.id < b.id ? -1 : 1))

/** The UTXOs that are not among `others`. */
export function without(utxos: readonly Utxo[], others: readonly Utxo[]): Utxo[] {
  const ids = new Set(others.map(({ id }) => id))
  return utxos.filter(({ id }) => !ids.has(id))
}

/** Spends all of `utxos`, with a head of at least 1,000 sat; null: they do not suffice. */
export function spendAll(utxos: Utxo[], target: Target, rate: bigint): Selection | null {
  if (utxos.length === 0) return null
  const { fee, vsize } = calculateRequiredFee(utxos.length, target, true, rate)
  const headSats = sumOfSats(utxos) - target.sats - fee
  return headSats < minimumHeadSats ? null : { utxos, headSats, feeSats: fee, vsize }
}

/**
 * Chooses all of `required`, then deposits, the largest first, until target, fee and head are
 * covered. One deposit more is taken where the head would be below `comfortableSats`. null: those
 * that one transaction spends do not suffice. Sums hold by construction: inputs = target + head +
 * fee.
 */
export function selectUtxos(
  required: readonly Utxo[],
  deposits: readonly Utxo[],
  target: Target,
  feeRateSatsPerKvb: bigint,
  comfortableSats = comfortableHeadSats,
): Selection | null {
  const room = Math.max(0, maximumInputs - required.length)
  const candidates = worthSpending(countedDeposits(deposits), feeRateSatsPerKvb).slice(0, room)
  let sum = sumOfSats(required)
  for (let count = 0; count <= candidates.length; count++) {
    if (count > 0) sum += candidates[count - 1]?.sats ?? 0n
    if (sum < target.sats) continue
    const spend = (taken: number) =>
      spendAll([...required, ...candidates.slice(0, taken)], target, feeRateSatsPerKvb)
    const selection = spend(count)
    if (!selection) continue
    const isComfortable = selection.headSats >= comfortableSats || count === candidates.length
    return isComfortable ? selection : (spend(count + 1) ?? selection)
  }
  return null
}

/** The fee that paying `target` from one UTXO, with a head, takes: what an estimate shows. */
export function estimateFeeSats(target: Target, feeRateSatsPerKvb: bigint): bigint {
  return calculateRequiredFee(1, target, true, feeRateSatsPerKvb).fee
}
