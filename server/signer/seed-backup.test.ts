import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#server/platform/db/database.ts'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { resealSeed } from './reseal-seed.ts'
import { revealSeed } from './seed-backup.ts'
import { openWallet, walletOf } from './wallet.ts'

const secret = 'cd'.repeat(32)
let database: TestDatabase
let db: Db
let app: Db

beforeAll(async () => {
  database = await testDatabase()
  const onError = (cause: Error) => expect.fail(cause.message)
  db = connect(database.signerUrl, { poolSize: 2, onError })
  app = connect(database.appUrl, { poolSize: 1, onError })
})
afterAll(async () => {
  await Promise.all([db.destroy(), app.destroy()])
  await database.drop()
})

test('the first start makes a seed, and every later one opens the same', async () => {
  const [first, second] = await Promise.all([
    openWallet(db, 'regtest', secret),
    openWallet(db, 'regtest', secret),
  ])
  const later = await openWallet(db, 'regtest', secret)
  expect(second.xpub).toBe(first.xpub)
  expect(later.xpub).toBe(first.xpub)
  expect(first.xpub).toMatch(/^tpub/)
})

test('another key or another network does not open it', async () => {
  await expect(openWallet(db, 'regtest', 'ef'.repeat(32))).rejects.toThrow(/does not open the seed/)
  await expect(openWallet(db, 'regtest', 'a passphrase')).rejects.toThrow(/does not open the seed/)
  await expect(openWallet(db, 'signet', secret)).rejects.toThrow(/does not open the seed/)
})

test("the api's and the worker's database role cannot read the sealed seed", async () => {
  await expect(app.selectFrom('signer.wallet_secret').selectAll().execute()).rejects.toThrow(
    /permission denied/,
  )
})

test('a wrong key shows nothing and does not use up the one showing', async () => {
  await expect(revealSeed(db, 'regtest', 'ef'.repeat(32))).rejects.toThrow(/does not open the seed/)
  const { xpub } = await openWallet(db, 'regtest', secret)
  const shown = await revealSeed(db, 'regtest', secret)
  if (!('backup' in shown)) throw new Error('it was shown before')
  const { words, path } = shown.backup
  expect(words).toHaveLength(24)
  expect(path).toBe("m/84'/1'/0'")
  expect((await walletOf(words.join(' '), 'regtest')).xpub).toBe(xpub)
})

test('the words are shown once', async () => {
  expect(await revealSeed(db, 'regtest', secret)).toEqual({ shownAt: expect.any(Date) })
})

test('sealed under a new key the seed is the same, and the old key opens it no more', async () => {
  const before = await openWallet(db, 'regtest', secret)
  const owner = connect(database.ownerUrl, {
    poolSize: 1,
    onError: (cause) => expect.fail(cause.message),
  })
  const next = 'ef'.repeat(32)
  await expect(resealSeed(owner, 'regtest', next, secret)).rejects.toThrow(/does not open the seed/)
  await resealSeed(owner, 'regtest', secret, next)
  await owner.destroy()
  expect((await openWallet(db, 'regtest', next)).xpub).toBe(before.xpub)
  await expect(openWallet(db, 'regtest', secret)).rejects.toThrow(/does not open the seed/)
})
