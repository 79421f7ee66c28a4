import { expect, test } from 'vitest'
import { copyChain, testBitcoind } from '#server/testing/bitcoind.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readTip } from './blocks.ts'

const someScript = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, 1)])

const story = await storyForFile({ nodeArgs: ['-prune=1', '-fastprune'] })

const { troubleIs } = story

test('blocks pruned while nobody followed are not skipped: payments stop', async () => {
  const { engine, fundedPayroll, payroll, mineOnly, paymentIs, depositIs } = story
  const { somebodysUtxo, signedBySomebody } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const waiting = await payroll([])
  const payouts = [{ script: waiting.script, sats: 700_000n }]
  const deposit = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  const many = Array.from({ length: 2_900 }, () => ({ script: someScript, sats: 1_000n }))
  await story.followed()
  const known = await readTip(engine.db)

  const [empty, full] = await Promise.all([testBitcoind(), testBitcoind()])
  try {
    // The program follows no node at height 0: its own node counts as away.
    engine.switchNode(empty)
    await troubleIs('node_behind')
    await mineOnly([deposit])
    // The large block fills the file with the deposit's block, since only whole files are pruned.
    await mineOnly([signedBySomebody([await somebodysUtxo(many)], many)])
    await engine.node.rpc('generatetoaddress', 320, anAddress())
    await copyChain(engine.node, full)
    await engine.node.rpc('pruneblockchain', 270)
    engine.switchNode()
    await troubleIs('pruned')
    await engine.price(rateUsdCentsPerBtc)
    await expect(engine.run(ids)).rejects.toMatchObject({ code: 'NODE_UNAVAILABLE' })
    expect(await readTip(engine.db)).toEqual(known)

    engine.switchNode(full)
    await depositIs(waiting.payrollId, deposit.txid, 'confirmed')
    await troubleIs(null)
    engine.switchNode()
    await engine.price(rateUsdCentsPerBtc)
    await paymentIs(ids, await engine.run(ids), 'unconfirmed')
  } finally {
    engine.switchNode()
    await Promise.all([empty.stop(), full.stop()])
  }
})
