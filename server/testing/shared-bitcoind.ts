import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { nodeDir, rpcAddress, runNode } from '#server/embedded/bitcoind-node.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { findBitcoind } from '#server/embedded/find-bitcoind.ts'
import { freePort } from '#server/embedded/ports.ts'
import type { TestBitcoind } from './bitcoind.ts'

const log = { info: () => {}, warn: () => {} }

/** The blocks of earlier files give no fee estimates to later ones; the mempool keeps its usual size. */
const likeNew = ['-blocksonly', '-maxmempool=300']

/** Calls that change what the next file finds. */
const forbidden = ['invalidateblock', 'reconsiderblock', 'setmocktime', 'stop']

/**
 * The node of this worker, on the sandbox's chain, which grows from file to file: a new database
 * follows it from its tip. A file that takes blocks back, restarts the node or moves its clock asks
 * for a node of its own.
 */
let shared: Promise<TestBitcoind> | undefined
export const startSharedBitcoind = () => (shared ??= startShared())

async function startShared(): Promise<TestBitcoind> {
  const dataDir = join(inject('sharedNodes'), process.env.VITEST_POOL_ID ?? '')
  if (!existsSync(dataDir)) {
    cpSync(nodeDir(inject('preparedChain')), nodeDir(dataDir), { recursive: true })
  }
  const program = await findBitcoind(log)
  const port = () => freePort()
  const node = await runNode({ program, dataDir, log, extraArgs: likeNew, port, reindex: false })
  const address = rpcAddress(dataDir, node.port)
  return {
    pid: node.pid,
    ...address,
    rpc: async (method, ...params) => {
      if (forbidden.includes(method)) throw new Error(`${method} needs a node of the file's own`)
      return callNode(address, method, params)
    },
    restart: async () => {
      throw new Error("a restart needs a node of the file's own")
    },
    stop: async () => undefined,
  }
}
