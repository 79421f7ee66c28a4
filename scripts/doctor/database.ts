import type pg from 'pg'
import { connect } from '#server/platform/db/database.ts'
import { PrimaryClient } from '#server/platform/db/primary.ts'
import type { DatabaseUrls } from '#server/startup/config.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'
import { examineTables } from './tables.ts'

const oldestVersion = 180_000
const clockToleranceMs = 2_000

/** A setting of a session's own, which no pooler hands on. */
const mark = 'quincena.direct'

function withOptions(url: string, options: string): string {
  const changed = new URL(url)
  changed.searchParams.set('options', options)
  return changed.href
}

async function queryOnce<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

async function one<T extends object>(client: pg.Client, text: string, values: unknown[] = []) {
  const { rows } = await client.query<T>(text, values)
  return rows[0] as T
}

/** Connects as each of the roles, and looks whether each may do what it should and no more. */
export async function examineDatabase(urls: DatabaseUrls): Promise<Finding[]> {
  const { url, directUrl, workerUrl, ownerUrl, signerUrl } = urls
  const findings: Finding[] = []
  const reach = async (what: string, where: string, look: (client: pg.Client) => Promise<void>) => {
    try {
      await queryOnce(where, look)
    } catch (error) {
      findings.push(wrong(`${what} cannot be used: ${reasonOf(error)}.`))
    }
  }
  const direct = async () => {
    findings.push(await directness('DATABASE_DIRECT_URL', directUrl))
  }
  if (url) {
    await reach('DATABASE_URL', url, async (client) => {
      findings.push(...(await server(client)), await secrecy(client), await timeOuts(url))
      if (directUrl === url) await direct()
    })
  }
  if (directUrl !== url) await reach('DATABASE_DIRECT_URL', directUrl, direct)
  if (workerUrl) {
    await reach('WORKER_DATABASE_URL', workerUrl, async (client) => {
      findings.push(await worker(client), await directness('WORKER_DATABASE_URL', workerUrl))
    })
  }
  if (ownerUrl) {
    await reach('DATABASE_OWNER_URL', ownerUrl, async (client) => {
      findings.push(...(await examineTables(client)))
    })
  } else {
    findings.push(note('DATABASE_OWNER_URL is not set: migrations and indexes are not looked at.'))
  }
  if (signerUrl) {
    await reach('SIGNER_DATABASE_URL', signerUrl, async (client) => {
      findings.push(await signer(client), await directness('SIGNER_DATABASE_URL', signerUrl))
    })
  }
  return findings
}

/** Leaders, listeners and prepared statements need a session of their own. */
async function directness(what: string, url: string): Promise<Finding> {
  const isDirect = await queryOnce(withOptions(url, `-c ${mark}=yes`), async (client) => {
    await client.query('LISTEN doctor')
    const { value } = await one<{ value: string | null }>(
      client,
      `SELECT current_setting('${mark}', true) AS value`,
    )
    return value === 'yes'
  }).catch((error: unknown) => {
    // PgBouncer's complaint about a setting that it would have to pass on.
    if (/startup parameter/.test(reasonOf(error))) return false
    throw error
  })
  return isDirect
    ? fine(`${what} leads to PostgreSQL itself.`)
    : wrong(`${what} goes through a pooler: it has to lead to PostgreSQL itself.`)
}

async function server(client: pg.Client): Promise<Finding[]> {
  const before = Date.now()
  const { version, name, encoding, now, role } = await one<{
    version: number
    name: string
    encoding: string
    now: Date
    role: string
  }>(
    client,
    `SELECT current_setting('server_version_num')::int AS version, current_user AS role,
       current_setting('server_version') AS name, clock_timestamp() AS now,
       current_setting('server_encoding') AS encoding`,
  )
  const apartMs = Math.abs(now.getTime() - (before + Date.now()) / 2)
  return [
    version < oldestVersion
      ? wrong(`PostgreSQL is ${name}; 18 or newer is needed.`)
      : fine(`PostgreSQL ${name} answers as ${role}.`),
    encoding === 'UTF8'
      ? fine('The database keeps texts as UTF-8.')
      : wrong(`The database keeps texts as ${encoding}: make it anew with ENCODING 'UTF8'.`),
    apartMs > clockToleranceMs
      ? wrong(
          `This machine's clock and the database's are ${Math.round(apartMs / 1000)} s apart: prices and codes would be taken for old. Run an NTP client on both.`,
        )
      : fine("This machine's clock agrees with the database's."),
  ]
}

/** The program asks for them when it connects, and a pooler in between may keep them from arriving. */
async function timeOuts(url: string): Promise<Finding> {
  // A pooler keeps a connection on which an earlier look would have prepared the same statement.
  const db = connect(url, { poolSize: 1, pooled: true, onError: () => undefined })
  try {
    const { value } = await db
      .selectNoFrom(({ fn, val }) =>
        fn<string>('current_setting', [val('statement_timeout')]).as('value'),
      )
      .executeTakeFirstOrThrow()
    return value === '0'
      ? wrong(
          'No time-out holds behind the pooler of DATABASE_URL: set connect_query as deploy/pgbouncer.ini has it.',
        )
      : fine(`A statement of the program is ended after ${value}.`)
  } finally {
    await db.destroy()
  }
}

/** The process that faces the internet should not read the seed, though it is sealed. */
async function secrecy(client: pg.Client): Promise<Finding> {
  const { exists } = await one<{ exists: boolean }>(
    client,
    `SELECT to_regnamespace('signer') IS NOT NULL AS exists`,
  )
  if (!exists) return note('The tables are not there yet: npm run migrate makes them.')
  const { reads, prices } = await one<{ reads: boolean; prices: boolean }>(
    client,
    `SELECT has_schema_privilege('signer', 'USAGE') AS reads,
       has_table_privilege('prices', 'INSERT') AS prices`,
  )
  if (reads) {
    return wrong('The role of DATABASE_URL may read the sealed seed: it has to be quincena_app.')
  }
  return prices
    ? wrong('The role of DATABASE_URL may write prices: it has to be quincena_app.')
    : fine('The role of DATABASE_URL cannot read the sealed seed and writes no prices.')
}

/** A worker's role writes prices, and does besides what quincena_app may. */
async function worker(client: pg.Client): Promise<Finding> {
  const { exists } = await one<{ exists: boolean }>(
    client,
    `SELECT to_regclass('prices') IS NOT NULL AS exists`,
  )
  if (!exists) return fine('WORKER_DATABASE_URL answers.')
  const { reads, writes } = await one<{ reads: boolean; writes: boolean }>(
    client,
    `SELECT has_schema_privilege('signer', 'USAGE') AS reads,
       has_table_privilege('prices', 'INSERT')
         AND has_table_privilege('sheets', 'UPDATE') AS writes`,
  )
  if (reads) {
    return wrong(
      'The role of WORKER_DATABASE_URL may read the sealed seed: it has to be quincena_worker.',
    )
  }
  return writes
    ? fine('WORKER_DATABASE_URL answers; its role writes prices.')
    : wrong(
        'The role of WORKER_DATABASE_URL cannot work: it has to be quincena_worker, to which quincena_app is granted.',
      )
}

async function signer(client: pg.Client): Promise<Finding> {
  const { exists } = await one<{ exists: boolean }>(
    client,
    `SELECT to_regnamespace('signer') IS NOT NULL AS exists`,
  )
  if (!exists) return fine('SIGNER_DATABASE_URL answers.')
  const { reads, pays } = await one<{ reads: boolean; pays: boolean }>(
    client,
    `SELECT has_schema_privilege('signer', 'USAGE') AS reads,
       has_table_privilege('sheets', 'INSERT') AS pays`,
  )
  if (!reads)
    return wrong(
      'The role of SIGNER_DATABASE_URL cannot read the seed: it has to be quincena_signer.',
    )
  return pays
    ? wrong(
        'The role of SIGNER_DATABASE_URL may plan payments itself: it has to be quincena_signer.',
      )
    : fine('SIGNER_DATABASE_URL answers; its role reads the seed and plans nothing.')
}
