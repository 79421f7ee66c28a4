import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '#server/embedded/postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { dumpSchema } from './dump-schema.ts'
import { root } from './install.mjs'
import { print } from './print.ts'
import { output } from './steps.ts'

/** Files derived from the migrations, and kept in git so that a review shows their changes. */
const derived = [
  { file: 'server/schema.sql', derive: schemaOf },
  { file: 'server/platform/db/database-types.ts', derive: typesOf },
]

async function schemaOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
  }
}

/** int8 and date as the bigint and the text that server/platform/db/database.ts reads them into. */
async function typesOf(url: string): Promise<string> {
  const types = await output('kysely-codegen', [
    ...['--dialect', 'postgres', '--url', url, '--print', '--log-level', 'error'],
    ...['--exclude-pattern', 'graphile_worker.*'],
    ...['--type-mapping', '{"int8":"bigint","date":"string"}'],
    // A trigger sets it.
    ...['--overrides', '{"columns":{"transactions.root_id":"Generated<string>"}}'],
  ])
  return `${types.trim()}\n`
}

async function withMigratedDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = tempDataDir()
  const quiet = { info: () => {}, warn: print }
  const server = await startPostgres({
    dataDir: dataDir.path,
    log: quiet,
    settings: { fsync: 'off' },
  })
  try {
    await migrate(server.ownerUrl)
    await work(server.ownerUrl)
  } finally {
    await server.stop()
    dataDir.remove()
  }
}

export async function checkSchema(): Promise<void> {
  await withMigratedDatabase(async (url) => {
    const old: string[] = []
    for (const { file, derive } of derived) {
      if (readFileSync(join(root, file), 'utf8') !== (await derive(url))) old.push(file)
    }
    if (old.length > 0) {
      throw new Error(`${old.join(' and ')} differ from the migrations: npm run schema:dump`)
    }
  })
}

if (import.meta.main) {
  await withMigratedDatabase(async (url) => {
    for (const { file, derive } of derived) writeFileSync(join(root, file), await derive(url))
  })
  print(`Written: ${derived.map(({ file }) => file).join(', ')}`)
}
