import { join } from 'node:path'
import { endNode, type NodeStart, type RunningNode, rpcAddress, runNode } from './bitcoind-node.ts'
import { readPrivateJson, writePrivateJson } from './data-dir.ts'
import { findBitcoind } from './find-bitcoind.ts'
import { keepRunning } from './keep-running.ts'
import type { PlainLog } from './log.ts'
import { freePort, waitForFreePort } from './ports.ts'

export interface EmbeddedBitcoind {
  readonly pid: number
  readonly rpcUrl: string
  readonly cookieFile: string
  /** Restarts the node at its address; `reindex` helps a node that is behind the blocks we know. */
  restart(options: { reindex: boolean }): Promise<void>
  stop(): Promise<void>
}

export interface BitcoindOptions {
  readonly dataDir: string
  readonly log: PlainLog
  readonly extraArgs?: readonly string[]
  /** Starts, or starts again, with `-reindex` and waits until the chain is read. */
  readonly reindex?: boolean
}

/**
 * Adopts the regtest node that an earlier, killed start left running, else starts one. If it dies,
 * it is started again at the same address. After a kill it reads its block files again.
 */
export async function startBitcoind({
  dataDir,
  log,
  extraArgs = [],
  reindex = false,
}: BitcoindOptions): Promise<EmbeddedBitcoind> {
  const program = await findBitcoind(log)
  const savedFile = join(dataDir, 'bitcoind.json')
  const saved = readPrivateJson<{ port: number }>(savedFile)
  const run = (now: Pick<NodeStart, 'port' | 'reindex'>) =>
    runNode({ program, dataDir, log, extraArgs, ...now })

  const first = await run({ port: () => freePort(saved?.port), reindex })
  const { port } = first
  if (port !== saved?.port) writePrivateJson(savedFile, { port })
  const again = () => waitForFreePort(port)

  const node = keepRunning<RunningNode>({
    name: 'bitcoind',
    log,
    first,
    again: () => run({ port: again, reindex: false }),
    end: ({ pid }) => endNode(pid),
  })
  return {
    get pid() {
      return node.current.pid
    },
    ...rpcAddress(dataDir, port),
    restart: (options) => node.replace(() => run({ port: again, ...options })),
    stop: () => node.stop(),
  }
}
