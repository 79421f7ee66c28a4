import { Transaction } from '@scure/btc-signer'
import { reversedHex, walkTransaction } from '#domain/block.ts'
import type { StoredPlan } from './plan.ts'
import type { Wallet } from './wallet.ts'

/** BIP 125: replaceable, so that a slow payment can be bumped. */
const replaceable = 0xfffffffd

/**
 * Builds and signs a checked plan. Signing is deterministic (RFC 6979, low R), so the same plan
 * always gives the same bytes. The library's own script checks are off, for they cost a second for
 * thousands of outputs; instead the finished bytes are decoded by our own walker and compared.
 */
export function signPlan(plan: StoredPlan, wallet: Wallet): { raw: Buffer; txid: string } {
  const transaction = new Transaction({
    lowR: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const input of plan.inputs) {
    transaction.addInput({
      txid: input.txid,
      index: input.vout,
      sequence: replaceable,
      witnessUtxo: { script: input.script, amount: input.sats },
    })
  }
  for (const output of plan.outputs) {
    transaction.addOutput({ script: output.script, amount: output.sats }, true)
  }
  for (const [position, input] of plan.inputs.entries()) {
    transaction.signIdx(wallet.key(input.branch, input.index).privateKey, position)
  }
  transaction.finalize()
  const raw = Buffer.from(transaction.extract())
  return { raw, txid: comparedWithPlan(raw, plan) }
}

/** The txid, once the bytes spend and pay exactly what the plan says. */
function comparedWithPlan(raw: Buffer, plan: StoredPlan): string {
  const walked = walkTransaction(raw)
  const inputs = walked.inputs.map((input) => `${reversedHex(input.previousTxid)}:${input.vout}`)
  const outputs = walked.outputs.map(
    (output) => `${Buffer.from(output.script).toString('hex')}:${output.sats}`,
  )
  const plannedInputs = plan.inputs.map((input) => `${input.txid}:${input.vout}`)
  const plannedOutputs = plan.outputs.map(
    (output) => `${output.script.toString('hex')}:${output.sats}`,
  )
  if (inputs.join() !== plannedInputs.join() || outputs.join() !== plannedOutputs.join()) {
    throw new Error(`The bytes signed for ${plan.id} are not its plan`)
  }
  return walked.txid()
}
