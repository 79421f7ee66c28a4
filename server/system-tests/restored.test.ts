import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionList } from '#contract/transactions.ts'
import { connect } from '../platform/db/database.ts'
import { CountFile } from '../signer/count-file.ts'
import { countSignatures } from '../signer/pending-record.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { urlOfDatabase } from '../testing/global-setup.ts'
import {
  type Installation,
  makeAndFundPayroll,
  runPath,
  testInstallation,
  until,
  waitUntilSent,
} from '../testing/installation.ts'
import { longTest } from '../testing/long-test.ts'
import { pressPayroll, runScript, signerSays } from '../testing/operator-steps.ts'
import type { ProgramSettings, ServerProcess } from '../testing/process.ts'

/** A database that was restored or copied, and what its operator types. */

let installation: Installation
let client: Client
let countFile: CountFile
const copies: string[] = []
const all = 'api,worker,signer'

beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(async () => {
  await installation.endAll()
  for (const copy of copies) await asOwner(`DROP DATABASE IF EXISTS ${copy}`)
  await installation.stop()
})

async function asOwner(sql: string): Promise<void> {
  const { ownerUrl } = installation.database
  const admin = new pg.Client({ connectionString: urlOfDatabase(ownerUrl, 'postgres') })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

/** The settings of a copy of the database as it is now; its owner's too, which only scripts are given. */
async function copyDatabase(name: string): Promise<ProgramSettings> {
  const { appUrl, workerUrl, signerUrl, ownerUrl } = installation.database
  const original = new URL(ownerUrl).pathname.slice(1)
  const copy = `${original}_${name}`
  copies.push(copy)
  await until('the database is copied', () =>
    asOwner(`CREATE DATABASE ${copy} TEMPLATE ${original}`).then(
      () => true,
      () => false,
    ),
  )
  return {
    DATABASE_URL: urlOfDatabase(appUrl, copy),
    WORKER_DATABASE_URL: urlOfDatabase(workerUrl, copy),
    SIGNER_DATABASE_URL: urlOfDatabase(signerUrl, copy),
    DATABASE_OWNER_URL: urlOfDatabase(ownerUrl, copy),
  }
}

async function start(name: string, given: ProgramSettings = {}): Promise<ServerProcess> {
  const { DATABASE_OWNER_URL: _, ...settings } = given
  const server = await installation.start(name, all, settings)
  if (client) client.baseUrl = server.baseUrl
  else client = new Client(server.baseUrl)
  return server
}

const isSent = (payrollId: string) =>
  until('it is sent', async () => {
    const path = `/api/v1/payrolls/${payrollId}/transactions`
    const { transactions } = await client.call<TransactionList>('GET', path)
    return transactions.some(({ type, state }) => type === 'send' && state === 'unconfirmed')
  })
let backup: ProgramSettings
let later: Awaited<ReturnType<typeof makeAndFundPayroll>>
const made: string[] = []

test('a signer killed before it counts → its next start counts and pays on', async () => {
  const server = await installation.startWhole('signed-bytes-stored')
  client = new Client(server.baseUrl)
  await client.signUp()
  const first = await makeAndFundPayroll(client)
  later = await makeAndFundPayroll(client)
  await client.ask('POST', runPath(first._id))
  await waitUntilSent(client, 'unconfirmed', 1)
  expect(server.killedSigners()).toBe(1)
  const owner = connect(installation.database.ownerUrl, { onError: () => undefined })
  const account = owner.selectFrom('wallet_account').select('xpub')
  const { xpub } = await account.executeTakeFirstOrThrow()
  const { SIGNER_KEY_FILE = '' } = installation.settingsOf('', all)
  countFile = new CountFile(join(SIGNER_KEY_FILE, '../signer.count'), xpub)
  await until('it is counted', async () => (await countFile.read()) === 1n)
  expect(await countSignatures(owner)).toBe(1n)
  await owner.destroy()
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await waitUntilSent(client, 'confirmed', 1)
  await server.end('SIGTERM')
})

test('a copy beside its original → signs nothing, and says so at its start', async () => {
  backup = await copyDatabase('backup')
  const elsewhere = join(installation.settingsOf('copy', all).DATA_DIR ?? '', 'signer.count')
  const copy = await start('copy', { ...backup, SIGNER_COUNT_FILE: elsewhere })
  expect(copy.output).toMatch(
    /^The database has 1 signature and .* is missing or was copied there/m,
  )
  await until('readyz says so', async () =>
    (await signerSays(client)).includes('npm run signer:adopt'),
  )
  await copy.end('SIGTERM')
})

test('a database older than the file → nothing is signed until it was restored', async () => {
  const present = await start('present')
  const after = await makeAndFundPayroll(client)
  made.push(after.cryptoAddress)
  expect(await pressPayroll(client, after._id)).toBe('paid')
  await isSent(after._id)
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('it is counted', async () => (await countFile.read()) === 2n)
  await present.end('SIGTERM')

  const old = await start('old', backup)
  expect(old.output).toContain('says 2, so an older database was restored')
  const refused = await runScript(installation, 'restored.ts', backup)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('still runs') })
  const adopted = await runScript(installation, 'signer-adopt.ts', backup, 'adopt')
  expect(adopted).toMatchObject({ code: 1, said: expect.stringContaining('is not the newest') })
  await old.end('SIGTERM')

  const said = await runScript(installation, 'restored.ts', backup)
  expect(said).toMatchObject({ code: 0, said: expect.stringContaining('pays nobody') })
  expect(said.said).toMatch(/^The signing record has brought 1 transaction/m)
  expect(said.said).toMatch(/made again: the payroll Recuperada/)
  expect(await countFile.read()).toBe(2n)
  const restored = await start('restored', backup)
  expect(restored.output).toContain('A backup was restored, and nothing is paid until block')
  expect(await pressPayroll(client, later._id)).toBe('WALLET_AHEAD_OF_RECORDS')
  const fresh = await client.payroll([anAddress()], 100)
  expect(made).not.toContain(fresh.cryptoAddress)

  await client.call('POST', '/api/sandbox/mine', { blocks: 6 })
  await until('the hold has ended', async () => (await signerSays(client)) === 'ok')
  expect(await pressPayroll(client, later._id)).toBe('paid')
  await isSent(later._id)
  await until('it is counted', async () => (await countFile.read()) === 3n)
  await restored.end('SIGTERM')
})

longTest('a database that moved → payments wait until it is adopted', async () => {
  rmSync(countFile.path)
  const moved = await start('moved')
  expect(await runScript(installation, 'signer-adopt.ts', {}, 'no')).toMatchObject({ code: 1 })
  await until('readyz says so', async () =>
    (await signerSays(client)).includes('npm run signer:adopt'),
  )
  expect(await runScript(installation, 'signer-adopt.ts', {}, 'adopt')).toMatchObject({ code: 0 })
  await until('the signer signs again', async () => (await signerSays(client)) === 'ok')
  await moved.end('SIGTERM')
})
