import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Employee } from '#contract/employees.ts'
import { connect } from './platform/database.ts'
import { type TestBitcoind, testBitcoind } from './testing/bitcoind.ts'
import { Client } from './testing/client.ts'
import { anAddress } from './testing/engine.ts'
import { aLine, aListForm, listHeader } from './testing/lists.ts'
import { type TestDatabase, testDatabase } from './testing/postgres.ts'
import { ServerProcess } from './testing/process.ts'

let folder: string
let database: TestDatabase
let node: TestBitcoind
let server: ServerProcess

const start = (failpoint: string) =>
  ServerProcess.start({
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_COOKIE_FILE: node.cookieFile,
    FAILPOINT: failpoint,
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quincena-import-crash-'))
  database = await testDatabase()
  node = await testBitcoind()
})
afterEach(async () => {
  await server.end('SIGTERM')
  await node.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function silentFor31s(): Promise<void> {
  const db = connect(database.ownerUrl, { onError: (cause) => expect.fail(cause.message) })
  await db
    .updateTable('imports')
    .set({ alive_at: new Date(Date.now() - 31_000) })
    .execute()
  await db.destroy()
}

test('killed in the middle of a file, nothing of it is there, and the same file goes in afterwards', async () => {
  server = await start('csv-mid-copy')
  const client = new Client(server.baseUrl)
  await client.signUp()
  const address = anAddress()
  const lines = Array.from({ length: 20_000 }, (_, n) =>
    aLine({ identification: String(n), address, lastName: 'Campos' }),
  )
  const file = [listHeader, ...lines].join('\n')
  const upload = () =>
    client.ask('POST', '/api/v1/companies/payrolls/bulk', {
      body: aListForm({ file, fields: { name: 'Campo', description: 'Cortadores' } }),
    })
  // fetch throws a TypeError where the connection broke.
  await expect(upload()).rejects.toThrow(TypeError)

  server = await start('')
  client.baseUrl = server.baseUrl
  const people = async () => {
    const path = '/api/v1/employees?limit=1'
    return client.call<{ employees: Employee[]; employeesMatched: number }>('GET', path)
  }
  expect((await people()).employeesMatched).toBe(0)
  // The one that died holds the company's turn until it has been silent for a while.
  expect((await upload()).answer.code).toBe('IMPORT_IN_PROGRESS')
  await silentFor31s()
  expect((await upload()).status).toBe(202)
  await expect
    .poll(async () => (await people()).employeesMatched, { timeout: 50_000, interval: 200 })
    .toBe(20_000)
}, 120_000)
