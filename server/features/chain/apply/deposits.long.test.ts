import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ nodeArgs: ['-maxmempool=5'] })
const steps = bumpSteps(story)

test('a deposit evicted from a full mempool is removed, and confirmed once mined', async () => {
  const { payroll, somebodysUtxo, signedBySomebody, send, depositIs, balanceOf } = story
  const { payrollId, script } = await payroll([])
  const payouts = [{ script, sats: 600_000n }]
  const deposit = signedBySomebody([await somebodysUtxo(payouts)], payouts, 1_100n)
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await steps.fillMempoolWithout(deposit.txid)
  await depositIs(payrollId, deposit.txid, 'removed')
  expect(await balanceOf(payrollId)).toMatchObject({ balance_sats: 0n, received_sats: 0n })
  await expect(send(deposit)).rejects.toThrow(/mempool min fee not met/)
  // A deposit that left all mempools may still be mined.
  await story.mineOnly([deposit])
  await depositIs(payrollId, deposit.txid, 'confirmed')
  await story.spendable(payrollId, 600_000n)
})
