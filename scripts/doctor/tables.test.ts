import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseFromBefore } from '#server/platform/db/schema-version.ts'
import { urlOfDatabase } from '#server/testing/global-setup.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { examineTables } from './tables.ts'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function migrated(): Promise<pg.Client> {
  const database = await testDatabase()
  const client = await connected(database.ownerUrl)
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return client
}

/** A database as `CREATE DATABASE` leaves it. */
async function unused(): Promise<pg.Client> {
  const { ownerUrl } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = await connected(ownerUrl)
  await server.query(`CREATE DATABASE ${name}`)
  const client = await connected(urlOfDatabase(ownerUrl, name))
  onTestFinished(async () => {
    await client.end()
    await server.query(`DROP DATABASE ${name}`)
    await server.end()
  })
  return client
}

const found = async (client: pg.Client) =>
  (await examineTables(client)).map(({ level, says }) => `${level}: ${says}`)

test('an index whose creation broke off → reported with the remedy', async () => {
  const client = await migrated()
  expect(await found(client)).toEqual(['fine: All migrations are applied.'])
  await client.query('CREATE TABLE doubled AS SELECT 1 AS n FROM generate_series(1, 2)')
  await expect(
    client.query('CREATE UNIQUE INDEX CONCURRENTLY doubled_idx ON doubled (n)'),
  ).rejects.toThrow('could not create unique index')
  const wrong = (await found(client)).at(-1) ?? ''
  expect(wrong).toMatch(/^wrong: The index doubled_idx is INVALID/)

  // The two statements of the finding mend it.
  await client.query('DELETE FROM doubled WHERE ctid = (SELECT min(ctid) FROM doubled)')
  const [drop = '', make = ''] = wrong.slice(wrong.indexOf('DROP INDEX')).split('; then ')
  await client.query(drop)
  await client.query(make)
  expect(await found(client)).toEqual(['fine: All migrations are applied.'])
})

test('tables of an older program → says that they cannot be migrated', async () => {
  const client = await migrated()
  await client.query(`UPDATE migrations SET name = '0001_first.sql'`)
  expect(await found(client)).toEqual([`wrong: ${databaseFromBefore}`])
})

test('where no tables are yet, the extensions that they need are looked for', async () => {
  const client = await unused()
  expect((await found(client)).slice(1)).toEqual([
    'fine: PostgreSQL has the extension btree_gin; the first migration makes it.',
    'fine: PostgreSQL has the extension pg_trgm; the first migration makes it.',
    'fine: PostgreSQL has the extension unaccent; the first migration makes it.',
  ])
  // Looks as it does where contrib is not installed.
  await client.query('CREATE VIEW public.pg_available_extensions AS SELECT NULL::name AS name')
  await client.query('SET search_path TO public, pg_catalog')
  expect((await found(client)).slice(1)).toEqual([
    'wrong: PostgreSQL has no extension btree_gin: install its contrib package (postgresql-contrib).',
    'wrong: PostgreSQL has no extension pg_trgm: install its contrib package (postgresql-contrib).',
    'wrong: PostgreSQL has no extension unaccent: install its contrib package (postgresql-contrib).',
  ])
})

test('a role that does not own the tables cannot migrate them', async () => {
  const database = await testDatabase()
  const app = await connected(database.appUrl)
  onTestFinished(async () => {
    await app.end()
    await database.drop()
  })
  expect(await found(app)).toEqual([
    'wrong: DATABASE_OWNER_URL leads in as quincena_app, and the tables belong to quincena_owner: migrations could not run.',
  ])
})
