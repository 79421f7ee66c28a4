import { transactionBytes } from '#domain/transaction-bytes.ts'
import type { Chain } from '#server/ports.ts'
import type { PlanUtxo } from './versions.ts'

/** The longest low-R signature with its sighash byte, and a compressed public key. */
const placeholders = [71, 33].map((length) => new Uint8Array(length).fill(1))

/** Stands for an address that is made only when the version is inserted. */
export const placeholderScript = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20)])

type Unsigned = {
  utxos: readonly Pick<PlanUtxo, 'txid' | 'vout'>[]
  outputs: readonly { script: Uint8Array; sats: bigint }[]
}

/** The bytes of a plan, with placeholders in place of the signatures. */
function toUnsignedBytes({ utxos, outputs }: Unsigned): Uint8Array {
  return transactionBytes(
    utxos.map(({ txid, vout }) => ({ txid: txid.toString('hex'), vout })),
    outputs,
    utxos.map(() => placeholders),
  )
}

/**
 * Asks the node why it would refuse a plan once signed; null: it would take it. Core checks fees,
 * conflicts and the limits of chains and clusters before signatures (validation.cpp, PreChecks
 * before PolicyScriptChecks). A refusal of the placeholders themselves therefore means that all
 * else is right.
 */
export async function mempoolRejectReason(
  chain: Chain,
  unsigned: Unsigned,
): Promise<string | null> {
  const { refusal } = await chain.trial(toUnsignedBytes(unsigned))
  return refusal === null || refusal.includes('script-verify-flag') ? null : refusal
}
