import { test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

function elsewhere(sats: bigint) {
  const parsed = parseBtcAddress(anAddress(), 'regtest')
  if (!parsed.ok) throw new Error('a test address is not valid')
  return [{ script: parsed.script, sats }]
}

test('two rivals in two blocks → the deeper one fails a deposit, the other aside', async () => {
  const { payroll, send, somebodysUtxo, signedBySomebody, depositIs, mineOnly, followed } = story
  const { payrollId, script } = await payroll([])
  const payouts = [{ script, sats: 400_000n }]
  const utxos = [await somebodysUtxo(payouts), await somebodysUtxo(payouts)]
  const [one, other] = utxos.map((utxo) => signedBySomebody([utxo], elsewhere(400_000n)))
  const deposit = signedBySomebody(utxos, payouts)
  if (!one || !other) throw new Error('two UTXOs have two rivals')
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')

  await mineOnly([one])
  await mineOnly([other])
  await followed()
  await depositIs(payrollId, deposit.txid, 'removed')
  await story.invalidate(1)
  for (let deep = 2; deep <= 6; deep++) await mineOnly()
  await followed()
  await depositIs(payrollId, deposit.txid, 'failed')
})
