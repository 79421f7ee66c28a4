import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { Rpc, type RpcOptions } from '#server/adapters/bitcoind/rpc.ts'

/**
 * The cost of getting blocks without using them. It runs in a process of its own, whose garbage is
 * collected there and not during another measurement.
 */
export type Got = { ms: number; cpuMs: number }

export function startGetting(node: Pick<RpcOptions, 'rpcUrl' | 'cookieFile'>) {
  const child = fork(import.meta.filename, {
    env: { ...process.env, GETBLOCK: JSON.stringify(node) },
  })
  return {
    async get(hashes: readonly string[]): Promise<Got> {
      child.send(hashes)
      const [got] = await once(child, 'message')
      return got as Got
    },
    async stop(): Promise<void> {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

if (process.env.GETBLOCK) {
  const rpc = new Rpc({ ...JSON.parse(process.env.GETBLOCK), user: null, password: null })
  process.on('message', async (hashes: string[]) => {
    const before = process.cpuUsage()
    const start = performance.now()
    for (const hash of hashes) await rpc.call('getblock', [hash, 0], z.string())
    const ms = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    process.send?.({ ms, cpuMs: (user + system) / 1_000 } satisfies Got)
  })
}
