import { expect, test } from 'vitest'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

test('a block of 30,000 outputs to one payroll is one deposit', async () => {
  const { engine, somebodysUtxo, signedBySomebody, mineOnly, depositIs, balanceOf } = story
  const { payrollId, script } = await story.payroll([])
  const payouts = Array.from({ length: 30_000 }, () => ({ script, sats: 30n }))
  const sent = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  await mineOnly([sent])
  const { sats } = await depositIs(payrollId, sent.txid, 'confirmed')
  expect(sats).toBe(900_000n)
  // The node's own count, which knows nothing of our tables.
  const { outputs } = await engine.chain.unspentOf([script])
  expect(outputs).toHaveLength(30_000)
  expect(await balanceOf(payrollId)).toMatchObject({ balance_sats: 900_000n })
  expect(engine.alarms).toEqual([])
})
