import { signECDSA } from '@scure/btc-signer/utils.js'
import { toReversedHex, walkTransaction } from '#domain/block.ts'
import { sighashAll, sighashes, transactionBytes } from '#domain/transaction-bytes.ts'
import type { StoredPlan } from './read-plan.ts'
import type { Wallet } from './wallet.ts'

/**
 * Builds and signs a checked plan. Signing is deterministic (RFC 6979, low R), so the same plan
 * always gives the same bytes, which are decoded by our own walker and compared with it.
 */
export function signPlan(
  { id, inputs, outputs }: Pick<StoredPlan, 'id' | 'inputs' | 'outputs'>,
  wallet: Wallet,
): { raw: Buffer; txid: string } {
  const digests = sighashes(inputs, outputs)
  const witnesses = inputs.map(({ branch, index }, position) => {
    const digest = digests[position]
    if (!digest) throw new Error(`Nothing to sign for input ${position} of ${id}`)
    const { privateKey, publicKey } = wallet.key(branch, index)
    return [
      Buffer.concat([signECDSA(digest, privateKey, true), Uint8Array.of(sighashAll)]),
      publicKey,
    ]
  })
  const raw = Buffer.from(transactionBytes(inputs, outputs, witnesses))
  const walked = walkTransaction(raw)
  const spends = walked.inputs.every(({ previousTxid, vout }, position) => {
    const utxo = inputs[position]
    return utxo?.txid === toReversedHex(previousTxid) && utxo.vout === vout
  })
  const pays = walked.outputs.every(({ script, sats }, vout) => {
    const output = outputs[vout]
    return output?.sats === sats && output.script.equals(script)
  })
  const sameLengths =
    walked.inputs.length === inputs.length && walked.outputs.length === outputs.length
  if (!sameLengths || !spends || !pays) {
    throw new Error(`The bytes signed for ${id} are not its plan`)
  }
  return { raw, txid: walked.txid() }
}
