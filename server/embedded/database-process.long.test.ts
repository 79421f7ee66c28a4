import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { compareMigrations } from '#server/platform/db/schema-version.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { startDatabaseProcess } from './database-process.ts'

const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

test('the database is migrated in a process that keeps the owner to itself', async () => {
  const dataDir = tempDataDir()
  const database = await startDatabaseProcess(dataDir.path, 'warn')
  onTestFinished(async () => {
    await database.stop()
    dataDir.remove()
  })
  const client = new pg.Client({ connectionString: database.urls.url })
  await client.connect()
  expect(await compareMigrations(client)).toMatchObject({ missing: [], unknown: [] })
  await client.end()

  const { passwords } = json(dataDir.path, 'postgres.json')
  const urls = JSON.stringify(database.urls)
  for (const role of ['app', 'worker', 'signer']) {
    expect(urls).toContain(`quincena_${role}:${passwords[`quincena_${role}`]}@`)
  }
  for (const role of ['postgres', 'quincena_owner']) expect(urls).not.toContain(passwords[role])

  const bitcoind = { rpcUrl: 'http://127.0.0.1:18443', cookieFile: '/nowhere/.cookie' }
  await database.writeConnections(bitcoind)
  expect(json(dataDir.path, 'connections.json')).toEqual({
    postgres: expect.stringContaining(passwords.quincena_owner),
    bitcoind,
  })
})

test('a data folder of an older program → refused, and its PostgreSQL ends', async () => {
  const dataDir = tempDataDir()
  onTestFinished(() => dataDir.remove())
  const database = await startDatabaseProcess(dataDir.path, 'warn')
  await database.writeConnections(null)
  const owner = new pg.Client({ connectionString: json(dataDir.path, 'connections.json').postgres })
  await owner.connect()
  await owner.query(`UPDATE migrations SET name = '0001_first.sql'`)
  await owner.end()
  await database.stop()

  await expect(startDatabaseProcess(dataDir.path, 'warn')).rejects.toThrow('could not start')
  const client = new pg.Client({ connectionString: database.urls.url })
  await expect(client.connect()).rejects.toThrow('ECONNREFUSED')
})
