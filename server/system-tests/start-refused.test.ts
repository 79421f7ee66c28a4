import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createLog } from '../platform/observe/log.ts'
import { openWallet } from '../signer/wallet.ts'
import { readConfig } from '../startup/config.ts'
import { startDatabase } from '../startup/infrastructure.ts'
import { readMacKey, readSignerSecret } from '../startup/secrets.ts'
import { Running } from '../startup/shutdown.ts'
import { whyNotStarted } from '../startup/startup-error.ts'
import { type TestBitcoind, testBitcoind } from '../testing/bitcoind.ts'
import { urlOfDatabase } from '../testing/global-setup.ts'
import { longTest } from '../testing/long-test.ts'
import { type TestDatabase, testDatabase } from '../testing/postgres.ts'
import { type ProgramSettings, ServerProcess } from '../testing/process.ts'

/** Settings too dangerous for real money stop the start, with a reason. */

let folder: string
let database: TestDatabase
let node: TestBitcoind

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quincena-refused-'))
  database = await testDatabase()
  node = await testBitcoind()
})
afterAll(async () => {
  await node.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function aFile(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return path
}

const random = '9f0c8a7be16d42535e6fa1b8c3d7094e2b5a8c6d1e0f3947a6b5c4d3e2f10987'

const onMain = (settings: ProgramSettings): ProgramSettings => ({
  DATA_DIR: join(folder, 'data'),
  BITCOIN_NETWORK: 'main',
  ROLES: 'api',
  DATABASE_URL: database.appUrl,
  WORKER_DATABASE_URL: database.workerUrl,
  BITCOIND_RPC_URL: node.rpcUrl,
  BITCOIND_COOKIE_FILE: node.cookieFile,
  MAC_KEY_FILE: aFile('mac.key', random),
  PUBLIC_URL: 'https://nominas.example',
  SIGNER_MAX_USD_PER_DAY: '9000',
  ...settings,
})
const startOnMain = (settings: ProgramSettings) => ServerProcess.start(onMain(settings))

longTest('on the main network a node of another chain ends the start', async () => {
  await expect(startOnMain({})).rejects.toThrow(
    'The node of BITCOIND_RPC_URL is on regtest, and BITCOIN_NETWORK is main.',
  )
})

const elsewhere = 'postgres://quincena@db.example/quincena?sslmode=require'
const noTls = (name: string) =>
  `${name} must end in ?sslmode=verify-full on main, or lead to this machine: else somebody on the way to db.example can read and change what is stored.`

test('an api or worker that main has reasons to refuse → ends with a sentence for each', async () => {
  const open = {
    PUBLIC_URL: 'http://nominas.example',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'nominas@example.com',
    TRUST_PROXY: '0.0.0.0/1',
    DATABASE_URL: elsewhere,
    WORKER_DATABASE_URL: elsewhere,
  }
  const said = String(await startOnMain({ ...open, ROLES: 'api,worker' }).catch(String))
  const lines = said.split('\n- ').slice(1)
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'PUBLIC_URL',
    'SMTP_URL',
    'TRUST_PROXY',
    'DATABASE_URL',
    'WORKER_DATABASE_URL',
  ])
  expect(said).toContain(noTls('WORKER_DATABASE_URL'))
})

longTest('a signer without a cap and with an open line ends with the sentences', async () => {
  const signs = { ROLES: 'signer', SIGNER_KEY_FILE: aFile('signer.key', random), PUBLIC_URL: '' }
  const open = { SIGNER_DATABASE_URL: elsewhere, SIGNER_MAX_USD_PER_DAY: '' }
  const said = String(await startOnMain({ ...signs, ...open }).catch(String))
  expect(said).toContain('- SIGNER_MAX_USD_PER_DAY is needed on main: set the whole dollars')
  expect(said).toContain(`- ${noTls('SIGNER_DATABASE_URL')}\n`)
  const server = await startOnMain({ ...signs, SIGNER_DATABASE_URL: database.signerUrl })
  await server.end('SIGTERM')
})

test('npm run migrate over such a line → ends with the sentence and asks nobody', () => {
  const script = join(import.meta.dirname, '../../scripts/migrate.ts')
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { BITCOIN_NETWORK: 'main', DATABASE_OWNER_URL: elsewhere },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain(noTls('DATABASE_OWNER_URL'))
})

test('a signer with another seed’s key says so and no more', async () => {
  const db = connect(database.ownerUrl, { onError: (cause) => expect.fail(cause.message) })
  await openWallet(db, 'main', random)
  await db.destroy()
  const other = aFile('other.key', [...random].reverse().join(''))
  const signs = { ROLES: 'signer', SIGNER_DATABASE_URL: database.signerUrl }
  await expect(startOnMain({ ...signs, SIGNER_KEY_FILE: other })).rejects.toThrow(
    /: signer\nThe key of SIGNER_KEY_FILE does not open the seed of this database\nThe signer could not start, as it said\.\n$/,
  )
})

longTest('a port that is taken is said in a sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const settings = { BITCOIN_NETWORK: 'regtest', ROLES: 'worker', METRICS_PORT: String(port) }
  await expect(startOnMain(settings)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken by another program`,
  )
})

/** Why the database ends the start of a program, as `main.ts` says it. */
const whyNotOn = (settings: ProgramSettings) =>
  startDatabase(
    readConfig(onMain({ BITCOIN_NETWORK: 'regtest', ...settings })),
    new Running(),
    createLog('silent'),
  ).then(() => 'started', whyNotStarted)

test('a database without migrations or with older ones → every role says so', async () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = new pg.Client({ connectionString: database.ownerUrl })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  onTestFinished(async () => {
    await server.query(`DROP DATABASE ${name}`)
    await server.end()
  })
  const urls = {
    DATABASE_URL: urlOfDatabase(database.appUrl, name),
    WORKER_DATABASE_URL: urlOfDatabase(database.workerUrl, name),
    SIGNER_DATABASE_URL: urlOfDatabase(database.signerUrl, name),
  }
  const roles = ['api', 'worker', 'signer']
  const lacks =
    /^The database lacks migrations of this program, 0001_\S+ first\. Run npm run migrate/
  for (const ROLES of roles) expect(await whyNotOn({ ...urls, ROLES })).toMatch(lacks)
  await expect(startOnMain({ ...urls, BITCOIN_NETWORK: 'regtest' })).rejects.toThrow(
    '\nThe database lacks migrations',
  )

  // A database whose tables are those of a program from before the first release.
  const older = urlOfDatabase(database.ownerUrl, name)
  await migrate(older)
  const owner = new pg.Client({ connectionString: older })
  await owner.connect()
  await owner.query(`UPDATE migrations SET name = '0001_first.sql'`)
  await owner.end()
  const refused = /^This database was made by an older program, before the first release: delete/
  for (const ROLES of roles) expect(await whyNotOn({ ...urls, ROLES })).toMatch(refused)
  await expect(migrate(older)).rejects.toThrow(refused)
})

test('a process that serves does not start with the owner of the database', async () => {
  expect(await whyNotOn({ DATABASE_OWNER_URL: database.ownerUrl })).toContain(
    'DATABASE_OWNER_URL must not be set where the program runs',
  )
})

test('a database that lets nobody in, or is not there, is said in a sentence', async () => {
  const wrong = new URL(database.appUrl)
  wrong.password = 'another'
  expect(await whyNotOn({ DATABASE_URL: wrong.href })).toMatch(
    /^PostgreSQL refuses: password authentication failed for user "\w+"\. npm run doctor says/,
  )
  wrong.port = '1'
  expect(await whyNotOn({ DATABASE_URL: wrong.href })).toMatch(
    `Nobody listens at ${wrong.hostname}:1. npm run doctor says`,
  )
})

test('an example key, or a weak passphrase, is refused on the main network', async () => {
  const zeros = aFile('zeros.key', '0'.repeat(64))
  await expect(readMacKey(zeros, 'main')).rejects.toThrow('nothing secret enough for main')
  await expect(readSignerSecret(zeros, 'main')).rejects.toThrow('nothing secret enough for main')
  const short = aFile('short.key', 'correct horse')
  await expect(readSignerSecret(short, 'main')).rejects.toThrow(
    /short.key holds nothing secret enough for main\. Make a key: /,
  )
  await expect(readSignerSecret(aFile('empty.key', ''), 'regtest')).rejects.toThrow('is empty')

  expect((await readMacKey(zeros, 'regtest')).symmetricKeySize).toBe(32)
  expect(await readSignerSecret(aFile('good.key', random), 'main')).toBe(random)
  const long = 'correct horse battery staple'
  expect(await readSignerSecret(aFile('long.key', long), 'main')).toBe(long)
})
