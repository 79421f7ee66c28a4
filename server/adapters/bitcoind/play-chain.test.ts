import { afterAll, expect, test, vi } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { createChain } from './chain.ts'
import { createPlayChain } from './play-chain.ts'

const node = await testBitcoind()
afterAll(() => node.stop())
const options = { rpcUrl: node.rpcUrl, cookieFile: node.cookieFile, user: null, password: null }
const chain = createChain(options)
const play = createPlayChain(options)
const btc = 100_000_000n

const parsed = parseBtcAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'regtest')
if (!parsed.ok) throw new Error('the address of BIP 173 is not valid')
const script = parsed.script

async function satsPaid(txid: string): Promise<bigint | undefined> {
  const raw = (await chain.mempoolTransactions([txid])).get(txid)
  const output =
    raw && walkTransaction(raw).outputs.find((o) => Buffer.compare(o.script, script) === 0)
  return output?.sats
}

test('the first start makes a chain with a full faucet, the second keeps it', async () => {
  expect(await play.isPrepared()).toBe(false)
  await play.prepare()
  expect(await play.isPrepared()).toBe(true)
  const made = await chain.info()
  expect(made).toMatchObject({ height: 251, initialDownload: false })
  await createPlayChain(options).prepare()
  expect(await chain.info()).toEqual(made)
})

test('no block of it is from the future', async () => {
  const { at } = await chain.header((await chain.info()).bestHash)
  expect(at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a gift is in the mempool when its txid is returned, to the satoshi', async () => {
  for (const sats of [546n, 10n * btc - 1n, 100n * btc]) {
    expect(await satsPaid(await play.give(script, sats))).toBe(sats)
  }
})

test('twenty gifts at once, by two servers, are twenty transactions', async () => {
  const other = createPlayChain(options)
  const gifts = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? play : other).give(script, btc)),
  )
  expect(new Set(gifts).size).toBe(20)
  expect(await Promise.all(gifts.map(satsPaid))).toEqual(gifts.map(() => btc))
})

test('mining takes waiting transactions and returns the new height', async () => {
  const { height } = await chain.info()
  expect(await play.mine(1)).toBe(height + 1)
  expect(await chain.mempoolTxids()).toEqual([])
  expect(await play.mine(3)).toBe(height + 4)
})

test('blocks survive a kill −9 of the node', async () => {
  await play.mine(1)
  const { height, bestHash } = await chain.info()
  const killed = node.pid
  process.kill(killed, 'SIGKILL')
  // The keeper of the node starts it again.
  await vi.waitFor(() => expect(node.pid).not.toBe(killed), { timeout: 120_000, interval: 50 })
  await vi.waitFor(() => chain.info(), { timeout: 120_000, interval: 50 })
  expect(await chain.info()).toMatchObject({ height, bestHash })
})
