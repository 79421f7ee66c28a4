import type { Network, OutputType } from './address.ts'
import { feeSats } from './money.ts'

/**
 * Sizes, fee rates and dust. Rates are satoshi per 1,000 virtual bytes (sat/kvB), as the
 * node counts them, so that 1 sat/vB is 1,000n.
 */

/** The least the policy of current nodes relays, and our floor: 1 sat/vB (-minrelaytxfee of Knots 29). */
export const minimumFeeRate = 1_000n
/** The fee rate where the node cannot estimate: 2 sat/vB on regtest, 10 elsewhere. */
export const fallbackFeeRate = { regtest: 2_000n, elsewhere: 10_000n } as const

/** The fallback of a network, satoshi per kvB. */
export const fallbackFeeRateOf = (network: Network): bigint =>
  network === 'regtest' ? fallbackFeeRate.regtest : fallbackFeeRate.elsewhere

/** Bitcoin Core policy.h MAX_STANDARD_TX_WEIGHT: no node relays more. */
export const maximumRelayedWeight = 400_000
/**
 * The largest weight that is planned. The rest of the limit is room for bumping (101 kvB clusters).
 */
export const maximumTransactionWeight = 380_000
/** The most inputs of one transaction: 271 WU each leave room for some 870 people. */
export const maximumInputs = 1_000
/** Fewer deposits are spent by a run as they are, and the signer refuses a consolidation of them. */
export const fewestConsolidated = 100
/**
 * A deposit counts for a run where it is worth more than this (rule R2 of decision 5). It never
 * changes, above all not with fees: a run of other databases has to spend the same deposits.
 */
export const largestCrumbSats = 1_000n

/** GetDustThreshold of Bitcoin Core at -dustrelayfee 3,000 sat/kvB, for each output type. */
export const dustSats: Record<OutputType, bigint> = {
  P2PKH: 546n,
  P2SH: 540n,
  P2WPKH: 294n,
  P2WSH: 330n,
  P2TR: 330n,
}

/** Length in bytes of a P2WPKH script (BIP 141): what our change pays to. */
export const changeScriptBytes = 22
/** Bytes of an output to ourselves: change, or the lane of a later batch. */
export const changeOutputBytes = outputBytes(changeScriptBytes)
/** The least that a head holds: above the dust of every output type, so that it can be spent. */
export const minimumHeadSats = 1_000n
/** A head at least this large can pay for a child that bumps the transaction (CPFP). */
export const comfortableHeadSats = 10_000n
/** Virtual bytes that spending one P2WPKH UTXO adds: 41 + 107 / 4, rounded up. */
const inputVbytes = 68

/** Length of Bitcoin's compact-size integer. */
export function compactSizeBytes(value: number): number {
  if (value < 0xfd) return 1
  return value <= 0xffff ? 3 : 5
}

/** Bytes of an output: value, script length, script. */
export function outputBytes(scriptBytes: number): number {
  return 8 + compactSizeBytes(scriptBytes) + scriptBytes
}

/**
 * The weight (BIP 141) of a transaction that spends `inputs` P2WPKH UTXOs with low-R signatures.
 * `allOutputsBytes` is the sum of `outputBytes`. Never under the real weight: 71 bytes is the
 * longest low-R DER signature with its sighash byte.
 */
export function transactionWeight(
  inputs: number,
  outputs: number,
  allOutputsBytes: number,
): number {
  const base =
    8 + compactSizeBytes(inputs) + compactSizeBytes(outputs) + 41 * inputs + allOutputsBytes
  const witnessOfInput = 1 + 1 + 71 + 1 + 33
  return 4 * base + 2 + witnessOfInput * inputs
}

export const vsizeOfWeight = (weight: number): number => Math.ceil(weight / 4)

/** The cost of spending one UTXO at a rate: a UTXO worth no more is not worth spending. */
export function inputCostSats(feeRateSatsPerKvb: bigint): bigint {
  return feeSats(inputVbytes, feeRateSatsPerKvb)
}
