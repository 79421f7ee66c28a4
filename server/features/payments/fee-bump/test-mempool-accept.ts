import { transactionBytes } from '#domain/transaction-bytes.ts'
import type { Chain } from '#server/ports.ts'
import type { PlanUtxo } from './versions.ts'

/** The longest low-R signature with its sighash byte, and a compressed public key. */
const placeholders = [71, 33].map((length) => new Uint8Array(length).fill(1))

/** In the place of an address that is still to be made. */
export const placeholderScript = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20)])

type Unsigned = {
  utxos: readonly Pick<PlanUtxo, 'txid' | 'vout'>[]
  outputs: readonly { script: Uint8Array; sats: bigint }[]
}

/** The bytes that a plan will have, with placeholders where the signer will sign. */
function toUnsignedBytes({ utxos, outputs }: Unsigned): Uint8Array {
  return transactionBytes(
    utxos.map(({ txid, vout }) => ({ txid: txid.toString('hex'), vout })),
    outputs,
    utxos.map(() => placeholders),
  )
}

/**
 * Why the node would not take a plan once it is signed, or null. It looks at fees, conflicts and the
 * limits of chains and clusters before it looks at signatures (validation.cpp, PreChecks before
 * PolicyScriptChecks), so that the placeholders being wrong is the last thing it can say.
 */
export async function mempoolRejectReason(
  chain: Chain,
  unsigned: Unsigned,
): Promise<string | null> {
  const { refusal } = await chain.trial(toUnsignedBytes(unsigned))
  return refusal === null || refusal.includes('script-verify-flag') ? null : refusal
}
