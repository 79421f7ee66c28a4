import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/embedded/ports.ts'
import { Program } from '../e2e/program.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'

/** Processor time, in milliseconds, of what an installation consists of. */
export type Cpu = { program: number; signer: number; database: number; node: number }

export type BenchInstallation = Awaited<ReturnType<typeof install>>

/** The program of `npm start`, in a folder of its own that is removed at the end. */
export async function withInstallation(
  work: (it: BenchInstallation) => Promise<void>,
): Promise<void> {
  const it = await install()
  try {
    await started(it.program)
    await work(it)
  } finally {
    await it.stop()
  }
}

/** An installation that follows no chain never says that it is ready to pay. */
async function started(program: Program): Promise<void> {
  if (process.env.ROLES === undefined) return program.ready()
  for (let tries = 0; !program.output.includes('Ready.'); tries++) {
    if (tries > 1_200) throw new Error(`It does not start:\n${program.output}`)
    await sleep(100)
  }
}

async function install() {
  const dataDir = makeProgramFolder()
  const metricsPort = await freePort()
  process.env.METRICS_PORT = String(metricsPort)
  const program = new Program({ dataDir: dataDir.path, port: await freePort() })
  const connections = () =>
    JSON.parse(readFileSync(join(dataDir.path, 'connections.json'), 'utf8')) as {
      postgres: string
      bitcoind: { rpcUrl: string; cookieFile: string }
    }
  return {
    program,
    dataDir: dataDir.path,
    connections,
    /** The longest that the event loop was held up since this was last asked. */
    async longestBlockMs(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
      if (seconds === undefined) throw new Error('the metrics do not tell the event loop')
      return Number(seconds) * 1_000
    },
    cpu: () => cpuOf(program.pid),
    /** As the owner of the database. */
    async sql<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
      const client = new pg.Client({ connectionString: connections().postgres })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    },
    async stop(): Promise<void> {
      await program.stop()
      dataDir.remove()
    },
  }
}

export const cpuBetween = (before: Cpu, after: Cpu): Cpu => ({
  program: after.program - before.program,
  signer: after.signer - before.signer,
  database: after.database - before.database,
  node: after.node - before.node,
})

export const cpuText = ({ program, signer, database, node }: Cpu): string =>
  `${program} program, ${signer} signer, ${database} PostgreSQL, ${node} bitcoind`

/**
 * CPU time of a process and its descendants, from /proc: a ratio of these is the same on a busy
 * machine.
 */
export function cpuOf(root: number): Cpu {
  const cpu: Cpu = { program: 0, signer: 0, database: 0, node: 0 }
  const parents = new Map<number, number>()
  const times = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // Between the two readings a process may end.
    const stat = textOf(`/proc/${name}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ')
    if (!stat) continue
    parents.set(Number(name), Number(stat[1]))
    // Own time, and that of children which have ended; a tick is 10 ms.
    const ticks = stat.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
    times.set(Number(name), ticks * 10)
  }
  const isOurs = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0))
  for (const [pid, time] of times) {
    if (isOurs(pid)) cpu[partOf(textOf(`/proc/${pid}/cmdline`) ?? '')] += time
  }
  return cpu
}

function partOf(command: string): keyof Cpu {
  if (command.includes('signer/main.ts')) return 'signer'
  if (command.includes('postgres')) return 'database'
  return command.includes('bitcoin') ? 'node' : 'program'
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
