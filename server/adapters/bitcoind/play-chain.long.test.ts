import { afterAll, expect, test } from 'vitest'
import { FaucetLow } from '#server/ports.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { somebodysScript } from '#server/testing/untracked-steps.ts'
import { createPlayChain } from './play-chain.ts'

const node = await testBitcoind({ prepared: true })
afterAll(() => node.stop())
const { rpcUrl, cookieFile } = node
const play = createPlayChain({ rpcUrl, cookieFile, user: null, password: null })
const script = somebodysScript()
const btc = 100_000_000n

test('a faucet that has given all it can says what a block would bring back', async () => {
  const low = await giveUntilLow()
  expect(low.requestedSats).toBe(100n * btc)
  expect(low.freeSats).toBeLessThan(100n * btc)
  expect(low.nextBlockSats).toBeGreaterThan(0n)
  expect(low.laterSats).toBeGreaterThan(0n)
  await play.mine(1)
  // All that came back in one go, less its fee.
  expect(await play.give(script, 100n * btc)).toMatch(/^[0-9a-f]{64}$/)
})

async function giveUntilLow(): Promise<FaucetLow> {
  for (let gifts = 0; gifts < 200; gifts++) {
    try {
      await play.give(script, 100n * btc)
    } catch (error) {
      if (error instanceof FaucetLow) return error
      throw error
    }
  }
  throw new Error('the faucet never ran low')
}
