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
import { type BenchInstallation, withInstallation } from './installation.ts'
import { answersPerSecond } from './load.ts'
import { fillPeople } from './people.ts'
import { atLeast, formatNumber, middle, reportRow } from './table.ts'

/**
 * `GET /employees?page=1&limit=10` on 50 connections against a bare Fastify handler that runs the list's
 * own queries on the same database, in turn, 5 times 3 seconds.
 */
const rounds = 5

await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, 1_000)
  const bare = await startBare(it, await queriesOf(it, client))
  const url = `${it.program.baseUrl}/api/v1/employees?page=1&limit=10`
  const headers = { authorization: `Bearer ${client.token}` }
  const ours: number[] = []
  const theirs: number[] = []
  // Once more than is counted: the first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const our = await answersPerSecond(url, headers)
    const their = await answersPerSecond(bare.url)
    if (round === 0) continue
    ours.push(our)
    theirs.push(their)
  }
  await bare.stop()
  const ratio = middle(ours.map((our, round) => our / (theirs[round] ?? Number.NaN)))
  const rates = ` (${middle(ours).toFixed(0)} : ${middle(theirs).toFixed(0)} a second)`
  reportRow({
    what: '`GET /employees` ÷ a bare handler with the same SQL',
    figures: [atLeast(ratio, 0.5, formatNumber, rates)],
  })
})

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
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
