import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hash160 } from '@scure/btc-signer/utils.js'
import type { WalkedTransaction } from './block.ts'
import { type SpentUtxo, sighashAll, sighashes } from './transaction-bytes.ts'

const same = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/**
 * Whether every witness of a transaction that we signed lets it spend its UTXO: a signature of all
 * of it (BIP 143) by the key of the P2WPKH script. `spent` are the UTXOs in the order of its inputs.
 */
export function isSigned(
  { outputs, witnesses }: Pick<WalkedTransaction, 'outputs' | 'witnesses'>,
  spent: readonly SpentUtxo[],
): boolean {
  const digests = sighashes(spent, outputs)
  return spent.every(({ script }, position) => {
    const [signature, key, ...more] = witnesses[position] ?? []
    const digest = digests[position]
    if (!signature || !key || !digest || more.length > 0) return false
    if (signature.at(-1) !== sighashAll || !same(hash160(key), script.subarray(2))) return false
    const options = { prehash: false, format: 'der' } as const
    return secp256k1.verify(signature.subarray(0, -1), digest, key, options)
  })
}
