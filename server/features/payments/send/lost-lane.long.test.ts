import { Transaction } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { faucetScript } from '#server/adapters/bitcoind/faucet-utxos.ts'
import { storyForFile } from '#server/testing/for-file.ts'

// A thief with the keys spends the lane, which breaches I3.
const story = await storyForFile({}, { breaks: ['I3'] })

/** Spends an output with the seed, outside the program. */
async function spentOutside(txid: string, { vout, sats, script }: Lane) {
  const { branch, index } = await story.engine.db
    .selectFrom('addresses')
    .select(['branch', 'index'])
    .where('script_pubkey', '=', script)
    .executeTakeFirstOrThrow()
  const transaction = new Transaction()
  transaction.addInput({ txid, index: vout, witnessUtxo: { script, amount: sats } })
  transaction.addOutput({ script: faucetScript, amount: sats - 1_000n })
  transaction.sign(story.engine.wallet.key(branch, index).privateKey)
  transaction.finalize()
  return story.sentOf(transaction.extract())
}
type Lane = { vout: number; sats: bigint; script: Buffer }

test('a block spends a lane elsewhere → the batch that waits for it ends unsigned', async () => {
  const { engine, fundedPayroll, mineOnly, partsAre } = story
  const salaries = Array.from({ length: 3_100 }, () => 1_000n)
  const ids = await fundedPayroll(salaries, 900_000_000n)
  const paymentId = await engine.run(ids)
  await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  const [fanOut] = await story.bytesOf(paymentId)
  if (!fanOut) throw new Error('an unconfirmed transaction has bytes')
  const lane = await engine.db
    .selectFrom('transaction_outputs as o')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select(['o.vout', 'o.sats', 'o.script_pubkey as script'])
    .where('t.sheet_id', '=', paymentId)
    .where('o.lane_of', 'is not', null)
    .executeTakeFirstOrThrow()
  await mineOnly([fanOut, await spentOutside(fanOut.txid, lane)])
  const { transactions } = await partsAre(ids, paymentId, 'confirmed', 'failed')
  expect(transactions[1]).toMatchObject({ txid: null, failure: 'FEEDER_FAILED' })
  await engine.until('the payment is closed', () =>
    engine.db
      .selectFrom('sheets')
      .select('id')
      .where('id', '=', paymentId)
      .where('closed_at', 'is not', null)
      .executeTakeFirst(),
  )
})
