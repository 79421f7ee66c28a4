import { createSecretKey, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { macOf } from '#server/authorization/mac.ts'
import { connect } from '#server/platform/db/database.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { readConfig } from '#server/startup/config.ts'
import { anAddress } from '#server/testing/engine.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { examineMacKey } from './keys.ts'
import { examineSeed } from './seed.ts'

const ours = '7'.repeat(64)
const anothers = '8'.repeat(64)

async function anInstallation() {
  const folder = tempDataDir()
  const database = await testDatabase()
  const db = connect(database.ownerUrl, { onError: (cause) => expect.fail(cause.message) })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
    folder.remove()
  })
  const company = await db
    .insertInto('companies')
    .values({ name: 'Café Izalco', sector: 'Agroindustria' })
    .returning('id')
    .executeTakeFirstOrThrow()
  /** A person saved under a key. */
  async function saved(key: string) {
    const address = anAddress()
    const parsed = parseBtcAddress(address, 'regtest')
    if (!parsed.ok) throw new Error('no address')
    const terms = payTerms({
      id: randomUUID(),
      company_id: company.id,
      address,
      base_salary_usd_cents: 65_025n,
    })
    await db
      .insertInto('employees')
      .values({
        ...terms,
        first_name: 'Rosa',
        last_name: 'Menjívar',
        identification: '01234567-8',
        email: 'rosa@izalco.sv',
        phone: '+50370001234',
        script_pubkey: Buffer.from(parsed.script),
        creation_type: 'REGULAR',
        mac: macOf(createSecretKey(key, 'hex'), 'employees', terms),
      })
      .execute()
  }
  const files = ['mac.key', 'signer.key'].map((name) => join(folder.path, name))
  for (const path of files) writeFileSync(path, ours, { mode: 0o400 })
  const [MAC_KEY_FILE = '', SIGNER_KEY_FILE = ''] = files
  const settings = { DATA_DIR: folder.path, MAC_KEY_FILE, SIGNER_KEY_FILE }
  const ofMacKey = async (roles = 'api', url = database.appUrl) =>
    (await examineMacKey(readConfig({ ...settings, ROLES: roles }), url)).map(
      ({ level, says }) => `${level}: ${says}`,
    )
  return { database, db, settings, saved, ofMacKey }
}

test('the MAC key is tried on the people who were saved under it', async () => {
  const { saved, ofMacKey } = await anInstallation()
  expect(await ofMacKey()).toEqual(['fine: MAC_KEY_FILE can be read by its owner alone.'])
  await saved(ours)
  expect(await ofMacKey()).toContain('fine: MAC_KEY_FILE is the key under which people were saved.')
  await saved(anothers)
  expect(await ofMacKey()).toContainEqual(
    expect.stringMatching(/^wrong: 1 of the newest 2 people do not fit MAC_KEY_FILE/),
  )
})

test('a MAC key that fits nobody is another one', async () => {
  const { saved, ofMacKey } = await anInstallation()
  await saved(anothers)
  expect(await ofMacKey()).toContainEqual(
    expect.stringMatching(/^wrong: MAC_KEY_FILE is another key/),
  )
})

test('a missing MAC key is made at the first start, and is wrong where people exist', async () => {
  const { settings, saved, ofMacKey } = await anInstallation()
  rmSync(settings.MAC_KEY_FILE)
  expect(await ofMacKey()).toEqual([
    'note: MAC_KEY_FILE is not there yet: the first start makes it.',
  ])
  await saved(ours)
  expect(await ofMacKey()).toEqual([
    expect.stringMatching(
      /^wrong: MAC_KEY_FILE is not there .* has people who were saved under it/,
    ),
  ])
  expect(await ofMacKey('worker')).toEqual(await ofMacKey())
  expect(await ofMacKey('api', 'postgres://quincena_app@127.0.0.1:9/quincena')).toEqual([
    expect.stringMatching(/^wrong: MAC_KEY_FILE is not there .* no database says/),
  ])
})

test('a missing key of the seed is wrong where there is a seed', async () => {
  const { database, settings } = await anInstallation()
  const examined = () => examineSeed(readConfig(settings), database.signerUrl)
  const signerDb = connect(database.signerUrl, { onError: (cause) => expect.fail(cause.message) })
  await openWallet(signerDb, 'regtest', ours)
  await signerDb.destroy()
  rmSync(settings.SIGNER_KEY_FILE)
  expect(await examined()).toEqual([
    { level: 'wrong', says: expect.stringContaining('SIGNER_KEY_FILE is not there') },
  ])
})

test('before the first start there are no tables, and nothing is wrong', async () => {
  const { settings, ofMacKey } = await anInstallation()
  const { appUrl, signerUrl } = inject('postgres')
  for (const path of [settings.MAC_KEY_FILE, settings.SIGNER_KEY_FILE]) rmSync(path)
  expect(await ofMacKey('api', appUrl)).toEqual([expect.stringMatching(/^note: .* not there yet/)])
  expect(await examineSeed(readConfig(settings), signerUrl)).toEqual([
    { level: 'note', says: 'SIGNER_KEY_FILE is not there yet: the first start makes it.' },
    { level: 'note', says: 'There is no seed yet: the first start makes it.' },
  ])
})
