import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callNode, type RpcAddress } from './bitcoind-rpc.ts'
import type { Bitcoind } from './find-bitcoind.ts'
import type { PlainLog } from './log.ts'
import { commandLine, endProcess, isRunning } from './process.ts'

export interface RunningNode {
  readonly pid: number
  readonly port: number
}

export interface NodeStart {
  readonly program: Bitcoind
  readonly dataDir: string
  readonly log: PlainLog
  readonly extraArgs: readonly string[]
  /** The port to listen on, asked again at each try. */
  readonly port: () => Promise<number>
  readonly reindex: boolean
}

/** The states of a moment: the node before is still ending, or its port was just taken. */
const passing = /Cannot obtain a lock|Unable to (bind|start HTTP server)/

export const nodeDir = (dataDir: string) => join(dataDir, 'bitcoind')

export const rpcAddress = (dataDir: string, port: number): RpcAddress => ({
  rpcUrl: `http://127.0.0.1:${port}`,
  cookieFile: join(nodeDir(dataDir), 'regtest', '.cookie'),
})

export async function runNode(start: NodeStart): Promise<RunningNode> {
  const { dataDir, log } = start
  if (start.reindex) await endNode(findRunningNode(dataDir)?.pid)
  const deadline = Date.now() + 60_000
  for (;;) {
    const survivor = findRunningNode(dataDir)
    const reindex = !survivor && (start.reindex || wasKilled(dataDir))
    if (survivor) log.info(`Adopting the bitcoind of an earlier start (process ${survivor.pid}).`)
    const node = survivor ?? (await launch({ ...start, reindex }))
    if (await ready(node, { ...start, reindex })) return node
    const reason = lastLines(outputFile(dataDir))
    if (Date.now() > deadline || !(survivor || passing.test(reason))) {
      throw new Error(`bitcoind does not start:\n${reason}`)
    }
    await sleep(200)
  }
}

const pidFile = (dataDir: string) => join(nodeDir(dataDir), 'regtest', 'bitcoind.pid')

/**
 * A node that ends in good order deletes its pid file. One that was killed has its blocks on disk, but
 * a regtest chain is so short that what it knows of them was perhaps never flushed: it would come back
 * at height 0.
 */
const wasKilled = (dataDir: string) => existsSync(pidFile(dataDir))

/**
 * A node on our folder, by any starter. Its pid file outlives kill −9, and numbers are used again.
 */
export function findRunningNode(dataDir: string): RunningNode | undefined {
  let pid: number
  try {
    pid = Number(readFileSync(pidFile(dataDir), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const args = isRunning(pid) ? commandLine(pid) : undefined
  const port = / -rpcport=(\d+) /.exec(args ?? '')?.[1]
  if (!args?.includes(` -datadir=${nodeDir(dataDir)} `) || !port) return undefined
  return { pid, port: Number(port) }
}

/** SIGTERM writes mempool and chain to disk, which a full mempool makes slow. */
export async function endNode(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  await endProcess(pid, [
    { signal: 'SIGTERM', waitMs: 60_000 },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ])
}

const outputFile = (dataDir: string) => join(dataDir, 'logs', 'bitcoind.log')

async function launch(start: NodeStart): Promise<RunningNode> {
  const { program, dataDir } = start
  mkdirSync(nodeDir(dataDir), { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const port = await start.port()
  // Errors of the start only (the node keeps its own debug.log), so each start begins the file
  // again.
  const output = openSync(outputFile(dataDir), 'w', 0o600)
  // A group of its own: Ctrl-C in a terminal reaches us alone, and we end the node after its users.
  const node = spawn(program.file, [...program.args, ...nodeFlags(start, port)], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  node.unref()
  if (node.pid === undefined) {
    const [cause] = await once(node, 'error')
    throw new Error(`bitcoind can't be run: ${program.file}`, { cause })
  }
  return { pid: node.pid, port }
}

function nodeFlags({ program, dataDir, extraArgs, reindex }: NodeStart, port: number): string[] {
  return [
    '-regtest',
    `-datadir=${nodeDir(dataDir)}`,
    '-server',
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcport=${port}`,
    '-listen=0',
    '-disablewallet',
    '-printtoconsole=0',
    // Regtest checks its whole mempool and index at every step by default: with 20,000 transactions
    // each one sent took 50 ms instead of 0.6.
    '-checkmempool=0',
    '-checkblockindex=0',
    // The limit that miners of the real network use; Knots' own default would hold a third of a
    // large payroll.
    '-blockmaxweight=4000000',
    ...(program.isKnots ? ['-blockmaxsize=4000000'] : []),
    ...(reindex ? ['-reindex'] : []),
    ...extraArgs,
  ]
}

async function ready(node: RunningNode, { dataDir, reindex }: NodeStart): Promise<boolean> {
  const address = rpcAddress(dataDir, node.port)
  while (isRunning(node.pid)) {
    try {
      // The mempool is read last, so where it is loaded the chain was rebuilt before.
      const { loaded } = await callNode<{ loaded: boolean }>(address, 'getmempoolinfo')
      if (loaded || !reindex) return true
    } catch (error) {
      if (!stillStarting(error)) throw error
    }
    await sleep(20)
  }
  return false
}

/** No port yet (a TypeError of fetch), no cookie, the cookie of before (401), or warming up (−28). */
function stillStarting(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message: string }
  return error instanceof TypeError || code === 'ENOENT' || code === -28 || message.endsWith('401')
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
}
