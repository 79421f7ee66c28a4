import { Transaction } from '@scure/btc-signer'
import type { Payout } from '#server/adapters/bitcoind/faucet-transaction.ts'
import type { ChainStory, Sent } from './chain-steps.ts'

/**
 * Signs with the seed, but without the program: all UTXOs of a payroll in blocks, or those in the
 * mempool, pay `payouts`, and the fee is what is left.
 */
export async function spendOutside(
  { engine, sentOf }: ChainStory,
  payrollId: string,
  payouts: readonly Payout[],
  { areConfirmed = true } = {},
): Promise<Sent> {
  const utxos = await engine.db
    .selectFrom('utxos as c')
    .innerJoin('addresses as a', 'a.script_pubkey', 'c.script_pubkey')
    .select(['c.txid', 'c.vout', 'c.sats', 'c.script_pubkey', 'a.branch', 'a.index'])
    .where('c.payroll_id', '=', payrollId)
    .where('c.height', areConfirmed ? 'is not' : 'is', null)
    .where('c.spent_height', 'is', null)
    .execute()
  const transaction = new Transaction()
  for (const { txid, vout, sats, script_pubkey: script } of utxos) {
    const witnessUtxo = { script, amount: sats }
    transaction.addInput({ txid: txid.toString('hex'), index: vout, witnessUtxo })
  }
  for (const { script, sats } of payouts) transaction.addOutput({ script, amount: sats })
  for (const [at, { branch, index }] of utxos.entries()) {
    transaction.signIdx(engine.wallet.key(branch, index).privateKey, at)
  }
  transaction.finalize()
  return sentOf(transaction.extract())
}
