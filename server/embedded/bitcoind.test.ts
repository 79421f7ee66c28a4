import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longTest } from '#server/testing/long-test.ts'
import { leaveBehind } from '#server/testing/orphan-process.ts'
import { type TempDataDir, tempDataDir } from '#server/testing/temp-data-dir.ts'
import { type EmbeddedBitcoind, startBitcoind } from './bitcoind.ts'
import { rpcAddress } from './bitcoind-node.ts'
import { callNode, type RpcAddress } from './bitcoind-rpc.ts'
import { commandLine, isRunning } from './process.ts'

let dataDir: TempDataDir
let running: EmbeddedBitcoind[]
const log = { info: vi.fn(), warn: vi.fn() }
beforeEach(() => {
  dataDir = tempDataDir()
  running = []
})
afterEach(async () => {
  for (const node of running) await node.stop()
  dataDir.remove()
})

async function start(options: { reindex?: boolean } = {}): Promise<EmbeddedBitcoind> {
  const node = await startBitcoind({ dataDir: dataDir.path, log, ...options })
  running.push(node)
  return node
}

const height = (node: EmbeddedBitcoind) => callNode<number>(node, 'getblockcount')
const mine = (node: RpcAddress, blocks: number) =>
  callNode(node, 'generatetodescriptor', [blocks, 'raw(51)#8lvh9jxk'])

test('it stops for good, and a later start has the same address and chain', async () => {
  const first = await start()
  await mine(first, 5)
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  const second = await start()
  expect(second.rpcUrl).toBe(first.rpcUrl)
  expect(await height(second)).toBe(5)
})

test('it is a regtest node without wallet and without peers', async () => {
  const node = await start()
  expect(await callNode(node, 'getblockchaininfo')).toMatchObject({ chain: 'regtest' })
  expect(await callNode(node, 'getnetworkinfo')).toMatchObject({
    connections: 0,
    localaddresses: [],
  })
  await expect(callNode(node, 'listwallets')).rejects.toThrow(/Method not found/)
})

longTest('the node that a killed start left running is adopted', async () => {
  const survivor = await leaveBehind('bitcoind', dataDir.path)
  const node = await start()
  expect(node.pid).toBe(survivor)
  await node.stop()
  expect(isRunning(survivor)).toBe(false)
})

test('a node that dies is started again at the same address, with the blocks it had', async () => {
  const node = await start()
  await mine(node, 30)
  const before = node.pid
  process.kill(before, 'SIGKILL')
  await vi.waitUntil(() => node.pid !== before, { timeout: 120_000 })
  expect(await height(node)).toBe(30)
})

longTest('a node that was killed together with its start has the blocks it had', async () => {
  const survivor = await leaveBehind('bitcoind', dataDir.path)
  const { port } = JSON.parse(readFileSync(join(dataDir.path, 'bitcoind.json'), 'utf8'))
  await mine(rpcAddress(dataDir.path, port), 30)
  process.kill(survivor, 'SIGKILL')
  const node = await start()
  expect(node.pid).not.toBe(survivor)
  expect(await height(node)).toBe(30)
})

test('the block files are read again only once', async () => {
  const node = await start()
  await mine(node, 30)
  await node.restart({ reindex: true })
  expect(commandLine(node.pid)).toContain('-reindex')
  expect(await height(node)).toBe(30)
  await node.restart({ reindex: false })
  expect(commandLine(node.pid)).not.toContain('-reindex')
  expect(await height(node)).toBe(30)
})
