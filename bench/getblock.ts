import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { Rpc, type RpcOptions } from '#server/adapters/bitcoind/rpc.ts'

/**
 * The cost of getting a block without using it. It runs in a process of its own, whose garbage is collected
 * there and not during another measurement.
 */
export function startGetting(node: Pick<RpcOptions, 'rpcUrl' | 'cookieFile'>) {
  const child = fork(import.meta.filename, {
    env: { ...process.env, GETBLOCK: JSON.stringify(node) },
  })
  return {
    /** How long it takes, in formatMilliseconds. */
    async get(hash: string): Promise<number> {
      child.send(hash)
      const [ms] = await once(child, 'message')
      return Number(ms)
    },
    async stop(): Promise<void> {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

if (process.env.GETBLOCK) {
  const rpc = new Rpc({ ...JSON.parse(process.env.GETBLOCK), user: null, password: null })
  process.on('message', async (hash: string) => {
    const start = performance.now()
    await rpc.call('getblock', [hash, 0], z.string())
    process.send?.(performance.now() - start)
  })
}
