import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import { startBitcoind } from '#server/embedded/bitcoind.ts'
import { nodeDir } from '#server/embedded/bitcoind-node.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { tempDataDir } from './temp-data-dir.ts'

export interface TestBitcoind {
  readonly pid: number
  readonly rpcUrl: string
  readonly cookieFile: string
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  restart(options: { reindex: boolean }): Promise<void>
  stop(): Promise<void>
}

/**
 * A regtest node of its own for a test file; `stop` deletes its chain. Prepared, it begins with the
 * sandbox's chain, else with the first block alone.
 */
export async function testBitcoind({
  extraArgs = [],
  prepared = false,
}: {
  extraArgs?: readonly string[]
  prepared?: boolean
} = {}): Promise<TestBitcoind> {
  const dataDir = tempDataDir()
  if (prepared) cpSync(nodeDir(inject('preparedChain')), nodeDir(dataDir.path), { recursive: true })
  const log = { info: () => {}, warn: () => {} }
  const node = await startBitcoind({ dataDir: dataDir.path, log, extraArgs })
  const { rpcUrl, cookieFile } = node
  return {
    get pid() {
      return node.pid
    },
    rpcUrl,
    cookieFile,
    rpc: (method, ...params) => callNode({ rpcUrl, cookieFile }, method, params),
    restart: (options) => node.restart(options),
    async stop() {
      await node.stop()
      dataDir.remove()
    },
  }
}

/** Gives a node every block of another. */
export async function copyChain(from: TestBitcoind, to: TestBitcoind): Promise<void> {
  const height = await from.rpc<number>('getblockcount')
  for (let at = 1; at <= height; at++) {
    const hash = await from.rpc('getblockhash', at)
    await to.rpc('submitblock', await from.rpc('getblock', hash, 0))
  }
}
