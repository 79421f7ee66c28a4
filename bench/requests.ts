import { fork } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { listEmployees } from '#server/features/employees/read.ts'
import type { DB } from '#server/platform/db/database-types.ts'
import { Client } from '#server/testing/client.ts'
import type { Query } from './bare.ts'
import { type BenchInstallation, cpuOf, withInstallation } from './installation.ts'
import { load } from './load.ts'
import { fillPeople } from './people.ts'
import { middle, reportFigure } from './table.ts'

/**
 * `GET /employees?page=1&limit=10` on 50 connections against a bare Fastify handler that runs the list's
 * own queries on the same database, in turn, ROUNDS (5) times SECONDS (3).
 */
const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 3)
const connections = 50

await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, 1_000)
  const queries = await queriesOf(it, client)
  await compare(it, client, await startBare(it, queries))
})

async function compare(
  it: BenchInstallation,
  client: Client,
  bare: Awaited<ReturnType<typeof startBare>>,
): Promise<void> {
  try {
    const options = { connections, ms: seconds * 1_000 }
    const ours = { url: `${it.program.baseUrl}/api/v1/employees?page=1&limit=10`, ...options }
    const theirs = { url: bare.url, ...options }
    const headers = { authorization: `Bearer ${client.token}` }
    const ratios: number[] = []
    const figures: { ours: number; theirs: number; p99: number }[] = []
    for (let round = -1; round < rounds; round++) {
      const before = it.cpu()
      const bareBefore = bare.cpu()
      const our = await load(ours.url, { ...ours, headers })
      const after = it.cpu()
      const their = await load(theirs.url, theirs)
      const last = it.cpu()
      const bareAfter = bare.cpu()
      // The first round warms both up.
      if (round < 0) continue
      process.stdout.write(
        `${our.perSecond.toFixed(0)} : ${their.perSecond.toFixed(0)} a second; µs of processor each: ${us(after.program - before.program, our.answers)} ours, ${us(after.database - before.database, our.answers)} its PostgreSQL, ${us(bareAfter - bareBefore, their.answers)} the bare one, ${us(last.database - after.database, their.answers)} its PostgreSQL\n`,
      )
      ratios.push(our.perSecond / their.perSecond)
      figures.push({ ours: our.perSecond, theirs: their.perSecond, p99: our.p99 })
    }
    reportFigure({
      what: 'GET /employees?page=1&limit=10, 50 connections',
      against: 'a bare Fastify handler with the same SQL',
      goal: '≥ 0.5; ≥ 2,000 a second',
      measured: `${middle(ratios).toFixed(2)} (${middle(figures.map(({ ours }) => ours)).toFixed(0)} : ${middle(figures.map(({ theirs }) => theirs)).toFixed(0)} a second), p99 ${middle(figures.map(({ p99 }) => p99)).toFixed(0)} ms`,
    })
  } finally {
    await bare.stop()
  }
}

function us(ms: number, answers: number): string {
  return ((ms * 1_000) / answers).toFixed(0)
}

/** The queries of the list, with their parameters. */
async function queriesOf(it: BenchInstallation, client: Client): Promise<Query[]> {
  const { _id } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  const queries: Query[] = []
  const pool = new pg.Pool({ connectionString: it.connections().postgres })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void queries.push({ sql, parameters }),
  })
  const context = { companyId: _id, macKey: createSecretKey(Buffer.alloc(32)), now: new Date() }
  await listEmployees(db, context, { page: 1, limit: 10, counts: false }, 'regtest')
  await db.destroy()
  return queries
}

async function startBare(it: BenchInstallation, queries: Query[]) {
  const child = fork(join(import.meta.dirname, 'bare.ts'), {
    env: {
      ...process.env,
      BARE_DATABASE_URL: it.connections().postgres,
      BARE_QUERIES: JSON.stringify(queries),
    },
  })
  const [{ address, port }] = (await once(child, 'message')) as [AddressInfo]
  return {
    url: `http://${address}:${port}/`,
    cpu: () => cpuOf(child.pid ?? 0).program,
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
