import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertCompany } from '#server/authorization/account-rows.ts'
import { connect } from '#server/platform/db/database.ts'
import type { Authority } from '#server/signer/authority/authority.ts'
import { addVersion } from '#server/signer/authority/store.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { readConfig } from '#server/startup/config.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { examineAuthorities } from './authorities.ts'

const folder = tempDataDir()
const database = await testDatabase()
const [db, signerDb] = [database.appUrl, database.signerUrl].map((url) =>
  connect(url, { onError: (cause) => expect.fail(cause.message) }),
) as [ReturnType<typeof connect>, ReturnType<typeof connect>]
afterAll(async () => {
  await Promise.all([db, signerDb].map((pool) => pool.destroy()))
  await database.drop()
  folder.remove()
})
const [MAC_KEY_FILE = '', SIGNER_KEY_FILE = ''] = ['mac.key', 'signer.key'].map((name) => {
  const path = join(folder.path, name)
  writeFileSync(path, testMacKey.export().toString('hex'), { mode: 0o400 })
  return path
})
const config = readConfig({ DATA_DIR: folder.path, MAC_KEY_FILE, SIGNER_KEY_FILE })
const { memoryKey } = await openWallet(signerDb, 'regtest', testMacKey.export().toString('hex'))

const [person, later] = [randomUUID(), '2999-01-01T00:00:00.000Z']
const thiefs: Authority = {
  strongOnly: true,
  tiers: [],
  members: [{ userId: person, role: 'ADMIN', countsFrom: '2026-11-01T00:00:00.000Z' }],
  keys: [
    {
      userId: person,
      credentialId: 'a2V5',
      publicKey: 'pQECAyYgASFYIA',
      countsFrom: '2026-11-01T00:00:00.000Z',
    },
  ],
  listed: null,
  waiting: [],
  handled: [],
}
const examined = async () =>
  (await examineAuthorities(config, { url: database.appUrl, signerUrl: database.signerUrl })).map(
    ({ level, says }) => `${level}: ${says}`,
  )

let companyId: string
const company = (strong_only: boolean) =>
  db.transaction().execute((trx) =>
    insertCompany(trx, testMacKey, {
      id: companyId,
      name: 'Izalco',
      sector: 'Café',
      strong_only,
    }),
  )
const knows = (authority: Authority) =>
  addVersion(signerDb, memoryKey, companyId, { version: 1, authority })
beforeEach(async () => {
  const owner = connect(database.ownerUrl, { onError: () => undefined })
  await owner.deleteFrom('signer.authorities').execute()
  await owner.deleteFrom('companies').execute()
  await owner.destroy()
  companyId = randomUUID()
})

test('a company without keys, which the signer does not know → nothing to say', async () => {
  await company(false)
  expect(await examined()).toEqual([])
})

test('the signer lets a thief’s key alone move money → wrong, and what ends it', async () => {
  await company(false)
  await knows(thiefs)
  expect(await examined()).toEqual([
    expect.stringMatching(
      /^wrong: .*only the signer asks for passkeys, people that only the signer has: 1, keys that only the signer has: 1\..*--with-seed/,
    ),
  ])
})

test('keys alone move money for the company, and the signer believes none → wrong', async () => {
  await company(true)
  expect(await examined()).toEqual([expect.stringMatching(/^wrong: Izalco says that passkeys/)])
  const listed = { changeId: randomUUID(), until: later, keys: [] }
  await knows({ ...thiefs, strongOnly: false, keys: [], listed })
  expect(await examined()).toEqual([expect.stringMatching(/^note: Keys of Izalco sign their list/)])
})

test('a record that the seed did not write → wrong', async () => {
  await company(true)
  await addVersion(signerDb, testMacKey, companyId, { version: 1, authority: thiefs })
  expect(await examined()).toEqual([expect.stringMatching(/^wrong: .*nothing is signed/)])
})
