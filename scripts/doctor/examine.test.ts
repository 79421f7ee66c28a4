import { createHmac } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/database.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type Config, readConfig } from '#server/startup/config.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { longTest } from '#server/testing/long-test.ts'
import { testPgbouncer } from '#server/testing/pgbouncer.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { calls, playCalls } from './calls.ts'
import { examine } from './examine.ts'

const key = '7'.repeat(64)

/** A PostgreSQL, a node whose user may call some things only, and keys. */
async function anInstallation(whitelist: string) {
  const folder = tempDataDir()
  const database = await testDatabase()
  const hash = createHmac('sha256', '5a17').update('secreta').digest('hex')
  const node = await testBitcoind({
    extraArgs: [
      `-rpcauth=quincena:5a17$${hash}`,
      `-rpcwhitelist=quincena:${whitelist}`,
      '-rpcwhitelistdefault=0',
    ],
  })
  onTestFinished(async () => {
    await node.stop()
    await database.drop()
    folder.remove()
  })
  const keys = ['signer.key', 'mac.key'].map((name) => join(folder.path, name))
  for (const path of keys) writeFileSync(path, key, { mode: 0o400 })
  const [signerKey = '', macKey = ''] = keys
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.appUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_RPC_USER: 'quincena',
    BITCOIND_RPC_PASSWORD: 'secreta',
    SIGNER_KEY_FILE: signerKey,
    MAC_KEY_FILE: macKey,
  }
  return { database, node, settings, signerKey }
}

const everything = Object.keys({ ...calls, ...playCalls }).join()

const found = async (config: Config, level: string) =>
  (await examine(config)).filter((one) => one.level === level).map(({ says }) => says)

test('an installation that is set up as the pages say has nothing wrong with it', async () => {
  const { database, node, settings } = await anInstallation(everything)
  await node.rpc('generatetoaddress', 1, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
  const signerDb = connect(database.signerUrl, { onError: (cause) => expect.fail(cause.message) })
  await openWallet(signerDb, 'regtest', key)
  await signerDb.destroy()
  expect(await found(readConfig(settings), 'wrong')).toEqual([])
  expect(await found(readConfig(settings), 'fine')).toContain(
    'SIGNER_KEY_FILE opens the seed, and the seed is that of the addresses.',
  )
  expect(await found(readConfig(settings), 'fine')).toContain(
    "Addresses in use: receiving up to 0, change up to 0. They belong beside the seed's words (npm run seed:numbers).",
  )
})

test('a pooler where a role needs its own session → reported', async () => {
  const { database, settings } = await anInstallation(everything)
  const poolers = [await testPgbouncer(database.appUrl), await testPgbouncer(database.signerUrl)]
  onTestFinished(async () => {
    for (const pooler of poolers) await pooler.stop()
  })
  const [app, signer] = poolers.map(({ url }) => url)
  const wrong = await found(
    readConfig({
      ...settings,
      DATABASE_URL: app,
      SIGNER_DATABASE_URL: signer,
      DATABASE_OWNER_URL: database.ownerUrl,
    }),
    'wrong',
  )
  expect(wrong.filter((says) => says.includes('pooler'))).toEqual(
    ['DATABASE_DIRECT_URL', 'SIGNER_DATABASE_URL'].map(
      (what) => `${what} goes through a pooler: it has to lead to PostgreSQL itself.`,
    ),
  )
})

longTest('behind a pooler the second look reports the same as the first', async () => {
  const { database, settings } = await anInstallation(everything)
  const pooler = await testPgbouncer(database.appUrl)
  onTestFinished(() => pooler.stop())
  const config = readConfig({
    ...settings,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.appUrl,
  })
  const ofDatabase = async () =>
    (await examine(config)).filter(({ says }) => /DATABASE_|statement/.test(says))
  const first = await ofDatabase()
  expect(first.filter(({ level }) => level !== 'fine')).toEqual([])
  expect(first.map(({ says }) => says)).toContain('A statement of the program is ended after 10s.')
  expect(await ofDatabase()).toEqual(first)
})

test('what is wrong is said, each in a sentence of its own, and nothing is changed', async () => {
  const { database, settings, signerKey } = await anInstallation('getblockchaininfo,getnetworkinfo')
  chmodSync(signerKey, 0o644)
  const wrong = await found(
    readConfig({
      ...settings,
      // The owner may do everything, the seed included.
      DATABASE_URL: database.ownerUrl,
      WORKER_DATABASE_URL: database.appUrl,
      SIGNER_DATABASE_URL: database.ownerUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'nomina@example.com',
    }),
    'wrong',
  )
  expect(wrong).toEqual([
    'The role of DATABASE_URL may read the sealed seed: it has to be quincena_app.',
    'The role of WORKER_DATABASE_URL cannot work: it has to be quincena_worker, to which quincena_app is granted.',
    'The role of SIGNER_DATABASE_URL may plan payments itself: it has to be quincena_signer.',
    'The node is still catching up: block 0 of 0.',
    expect.stringContaining('may not call getblockhash, getblockheader, getblock, getpeerinfo'),
    expect.stringContaining('chmod 400'),
    expect.stringContaining('The mail server of SMTP_URL does not let us in'),
  ])
  const owner = connect(database.ownerUrl, { onError: (cause) => expect.fail(cause.message) })
  expect(await owner.selectFrom('signer.wallet_secret').selectAll().execute()).toEqual([])
  await owner.destroy()
})

test('nobody at home is a finding, not a crash', async () => {
  const { settings } = await anInstallation(everything)
  const wrong = await found(
    readConfig({
      ...settings,
      DATABASE_URL: 'postgres://quincena_app@127.0.0.1:9/quincena',
      BITCOIND_RPC_URL: 'http://127.0.0.1:9',
    }),
    'wrong',
  )
  expect(wrong).toEqual([
    expect.stringContaining('DATABASE_URL cannot be used'),
    expect.stringContaining('The node at 127.0.0.1:9 cannot be used'),
  ])
})

test('a node that takes everything but our transactions → reported', async () => {
  const sends = ['sendrawtransaction', 'submitpackage']
  const allowed = everything.split(',').filter((call) => !sends.includes(call))
  const { settings } = await anInstallation(allowed.join())
  expect(await found(readConfig(settings), 'wrong')).toContain(
    "The node's user may not call sendrawtransaction, submitpackage: see -rpcwhitelist in docs/operating/bitcoind.md.",
  )
})

test('a node that says too little is a finding beside the others', async () => {
  const { settings } = await anInstallation('getblockchaininfo')
  const wrong = await found(readConfig(settings), 'wrong')
  expect(wrong).toContainEqual(expect.stringContaining('does not say its version and its peers'))
  expect(wrong).toContainEqual(expect.stringContaining('may not call getnetworkinfo, getblockhash'))
  expect(await found(readConfig(settings), 'fine')).toContain('All migrations are applied.')
})
