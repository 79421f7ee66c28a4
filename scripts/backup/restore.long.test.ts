import { copyFileSync, createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { connect } from '#server/platform/db/database.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { compareCounts } from '#server/signer/hold.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { encryptStream } from './encryption.ts'
import { fillDatabase, prepareBackupsForFile } from './installation-steps.ts'
import { manifestLine } from './manifest.ts'
import { openBackup } from './prove.ts'

const identity = await generateX25519Identity()
const node = await nodeForFile()
const b = await prepareBackupsForFile({
  BACKUP_RECIPIENT: await identityToRecipient(identity),
  BITCOIND_RPC_URL: node.rpcUrl,
  BITCOIND_COOKIE_FILE: node.cookieFile,
})
const keyFile = join(b.folder, 'secret.txt')
const SIGNER_COUNT_FILE = join(b.folder, 'signer.count')
let countFile: CountFile
writeFileSync(keyFile, identity)

const companies = async () =>
  (await b.query<{ name: string }>('SELECT name FROM companies ORDER BY name')).map(
    ({ name }) => name,
  )
const signerIs = async () => {
  const db = connect(b.database.signerUrl, { poolSize: 1, onError: () => undefined })
  const { hold } = await compareCounts({ db, countFile }).finally(() => db.destroy())
  return hold?.code ?? 'ready'
}
const restorations = () =>
  b.query('SELECT last_receive_index, last_change_index, hold_until_height FROM restorations')
let backup = ''
const restore = (changed: Record<string, string> = {}, typed = 'restore\n') =>
  b.run('backup-restore', [backup, '--key', keyFile], { SIGNER_COUNT_FILE, ...changed }, typed)

beforeAll(async () => {
  const { xpub } = await fillDatabase(b)
  countFile = new CountFile(SIGNER_COUNT_FILE, xpub)
  await b.run('backup')
  backup = join(b.store, b.files()[0] ?? '')
  await b.query(`INSERT INTO companies (name, sector) VALUES ('Later', 'Comercio')`)
  // A signature made after the backup is counted in the file, and not in the backup.
  await countFile.write(3n)
})

test('the program runs, a damaged file, or no yes → nothing was changed', async () => {
  const program = connect(b.database.appUrl, { poolSize: 1, onError: () => undefined })
  await program.selectFrom('companies').select('name').execute()
  const beside = await restore()
  await program.destroy()
  expect(beside).toMatchObject({ code: 1, said: expect.stringContaining('still runs') })

  const whole = readFileSync(backup)
  const cut = join(b.folder, 'cut.age')
  writeFileSync(cut, whole.subarray(0, whole.length - 100))
  const damaged = await b.run('backup-restore', [cut, '--key', keyFile], {}, 'restore\n')
  expect(damaged).toMatchObject({
    code: 1,
    said: expect.stringMatching(/Nothing was changed: The backup is damaged/),
  })
  expect(await restore({}, 'no\n')).toMatchObject({ code: 1 })
  expect(await restore({ BITCOIN_NETWORK: 'signet', SANDBOX: 'off' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('The backup is of regtest'),
  })

  expect(await companies()).toEqual(['Café Ñandú', 'Later'])
  expect(await b.databases()).toEqual([''])
  expect(await countFile.read()).toBe(3n)
})

test('no MAC, another one, or a file renamed → it asks, and names the date inside', async () => {
  const ours = b.files()[0] ?? ''
  const renamed = join(b.folder, 'quincena-20990101T000000Z.age')
  copyFileSync(join(b.store, ours), renamed)
  const old = await b.run('backup-restore', [renamed, '--key', keyFile], {}, 'no\n')
  expect(old).toMatchObject({ code: 1, said: expect.stringContaining('it is not of that time') })
  const [{ at } = { at: '' }] = await b.query<{ at: string }>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') AS at FROM backups`,
  )
  expect(old.said).toContain(`Inside is the database of ${at}`)

  const another = join(b.folder, 'another.key')
  writeFileSync(another, '9'.repeat(64))
  expect((await restore({ MAC_KEY_FILE: another }, 'no\n')).said).toContain('not of this MAC key')

  // Somebody who knows the public key alone makes one, with all its sums right.
  const opened = await openBackup(createReadStream(backup), [identity])
  const { mac: _, ...manifest } = opened.manifest
  async function* plain() {
    yield manifestLine(manifest)
    yield* opened.dump()
  }
  const forged = join(b.folder, 'forged.age')
  const recipient = await identityToRecipient(identity)
  await writeFile(forged, await encryptStream(plain(), [recipient]))
  const without = await b.run('backup-restore', [forged, '--key', keyFile], {}, 'no\n')
  expect(without).toMatchObject({ code: 1, said: expect.stringContaining('carries no MAC') })
  expect(await companies()).toEqual(['Café Ñandú', 'Later'])
})

test('killed before the swap → the database is the one before', async () => {
  expect(await restore({ FAILPOINT: 'restore-before-swap' })).toMatchObject({ code: null })
  expect(await companies()).toEqual(['Café Ñandú', 'Later'])
  expect(await restorations()).toEqual([])
})

test('killed right after the swap → restored, marked, and the signer signs nothing', async () => {
  expect(await restore({ FAILPOINT: 'restore-swapped' })).toMatchObject({ code: null })
  expect(await companies()).toEqual(['Café Ñandú'])
  expect(await restorations()).toHaveLength(1)
  expect(await signerIs()).toBe('DATABASE_IS_OLDER')
})

test('restored → addresses ahead, a hold, and the database before is kept', async () => {
  await b.query(`INSERT INTO companies (name, sector) VALUES ('Later', 'Comercio')`)
  const { code, said } = await restore()
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(said).toContain('Write these two numbers beside the words of the seed.')
  expect(await companies()).toEqual(['Café Ñandú'])
  expect(await restorations()).toEqual([
    { last_receive_index: 10_004, last_change_index: 9_999, hold_until_height: 6 },
  ])
  expect(await b.query(`SELECT nextval('receive_index')::integer AS next`)).toEqual([
    { next: 10_005 },
  ])
  expect(await signerIs()).toBe('ready')
  expect(await countFile.read()).toBe(0n)

  const kept = (await b.databases()).filter((name) => name.startsWith('_before_'))
  expect(kept).toHaveLength(2)
  expect(await b.databases()).toHaveLength(3)
  const [was] = await b.query<{ mine: boolean }>(
    `SELECT has_database_privilege('quincena_app', current_database(), 'CONNECT') AS mine`,
  )
  expect(was?.mine).toBe(true)
  expect(existsSync(backup)).toBe(true)
})
