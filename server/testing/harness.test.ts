import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testBitcoind } from './bitcoind.ts'
import { testDatabase } from './postgres.ts'

const node = await testBitcoind({ extraArgs: ['-uacomment=harness'] })
const database = await testDatabase()
afterAll(async () => {
  await node.stop()
  await database.drop()
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test('a test database is migrated, and each role signs in to it as itself', async () => {
  expect(await ask(database.ownerUrl, 'SELECT name FROM migrations')).toEqual(['0001_schema.sql'])
  expect(await ask(database.appUrl, 'SELECT current_user')).toEqual(['quincena_app'])
  expect(await ask(database.workerUrl, 'SELECT current_user')).toEqual(['quincena_worker'])
  expect(await ask(database.signerUrl, 'SELECT current_user')).toEqual(['quincena_signer'])
})

test('two test databases do not see each other', async () => {
  const other = await testDatabase()
  await ask(other.ownerUrl, 'CREATE TABLE only_here ()')
  expect(await ask(database.ownerUrl, `SELECT to_regclass('only_here')`)).toEqual([null])
  await other.drop()
})

test('names sort as in Spanish', async () => {
  const names = ['Zelaya', 'Ñato', 'Oliva', 'Álvarez', 'Alvarado', 'Nuila']
  const sorted = await ask(
    database.appUrl,
    `SELECT name FROM unnest(ARRAY['${names.join("','")}']) AS name ORDER BY name`,
  )
  expect(sorted).toEqual(['Alvarado', 'Álvarez', 'Nuila', 'Ñato', 'Oliva', 'Zelaya'])
})

test('a test node is a fresh regtest chain, started with the arguments asked for', async () => {
  expect(await node.rpc('getblockchaininfo')).toMatchObject({ chain: 'regtest', blocks: 0 })
  expect(await node.rpc('getnetworkinfo')).toMatchObject({
    subversion: expect.stringContaining('harness'),
  })
})
