import { expect, test } from 'vitest'
import { freePort } from '#server/embedded/ports.ts'
import { copyChain, testBitcoind } from '#server/testing/bitcoind.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const someScript = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, 1)])

const story = await storyForFile({ nodeArgs: ['-prune=1', '-fastprune'] })

const { troubleIs } = story

test('blocks that were pruned while nobody followed come from a peer that has them', async () => {
  const { engine, payroll, mineOnly, depositIs, somebodysUtxo, signedBySomebody } = story
  const waiting = await payroll([])
  const payouts = [{ script: waiting.script, sats: 700_000n }]
  const deposit = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  const many = Array.from({ length: 2_900 }, () => ({ script: someScript, sats: 1_000n }))
  await story.followed()
  const port = await freePort()
  const [empty, full] = await Promise.all([
    testBitcoind(),
    testBitcoind({ extraArgs: ['-listen=1', `-bind=127.0.0.1:${port}`, '-listenonion=0'] }),
  ])
  try {
    // The program follows no node at height 0: its own node counts as away.
    engine.switchNode(empty)
    await troubleIs('node_behind')
    const missing = await mineOnly([deposit])
    // The large block fills the file with the deposit's block, since only whole files are pruned.
    await mineOnly([signedBySomebody([await somebodysUtxo(many)], many)])
    const height = await engine.node.rpc<number>('getblockcount')
    await engine.node.rpc('generatetoaddress', 320, anAddress())
    await copyChain(engine.node, full)
    await engine.node.rpc('pruneblockchain', height)
    await expect(engine.node.rpc('getblock', missing, 0)).rejects.toThrow(/pruned/)
    engine.switchNode()
    await troubleIs('pruned')

    await engine.node.rpc('addnode', `127.0.0.1:${port}`, 'onetry')
    await depositIs(waiting.payrollId, deposit.txid, 'confirmed')
    await troubleIs(null)
  } finally {
    engine.switchNode()
    await Promise.all([empty.stop(), full.stop()])
  }
})
