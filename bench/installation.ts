import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/embedded/ports.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { Program } from '../e2e/program.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'

export type BenchInstallation = Awaited<ReturnType<typeof install>>

/** The program of `npm start`, in a folder of its own that is removed at the end. */
export async function withInstallation(
  work: (it: BenchInstallation) => Promise<void>,
): Promise<void> {
  const it = await install()
  try {
    await waitUntilStarted(it.program)
    await work(it)
  } finally {
    await it.stop()
  }
}

/** An installation that follows no chain never says that it is ready to pay. */
async function waitUntilStarted(program: Program): Promise<void> {
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
    connections,
    readMacKey: () => readMacKey(join(dataDir.path, 'secrets', 'mac.key'), 'regtest'),
    /** The longest delay of the event loop since the last call. */
    async longestDelayMs(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
      if (seconds === undefined) throw new Error('the metrics do not tell the event loop')
      return Number(seconds) * 1_000
    },
    /** Works as the owner of the database. */
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
