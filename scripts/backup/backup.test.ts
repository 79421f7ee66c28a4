import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { longTest } from '#server/testing/long-test.ts'
import { fillDatabase, prepareBackupsForFile } from './installation-steps.ts'
import { openBackup } from './prove.ts'
import { besideDatabase } from './throwaway.ts'

const identity = await generateX25519Identity()
const b = await prepareBackupsForFile({
  BACKUP_RECIPIENT: await identityToRecipient(identity),
  SMTP_URL: 'smtp://nomina:very-secret@127.0.0.1:2525',
  MAIL_FROM: 'nomina@example.com',
})
const keyFile = join(b.folder, 'secret.txt')
writeFileSync(keyFile, `# printed by backup:key\n${identity}\n`)
const records = join(b.folder, 'records')
beforeAll(async () => {
  await fillDatabase(b)
  writeFileSync(join(b.folder, 'signer-0123456789abcdef.record'), 'sealed\n')
  expect(await b.run('backup', [], { BACKUP_RECORD_TO: records })).toMatchObject(well)
})

const newest = () => join(b.store, b.files().at(-1) ?? '')
const well = { code: 0 }

test('a backup is proven by the machine’s own key → it is listed with its proof', async () => {
  const proven = await b.run('backup-verify')
  expect(proven).toMatchObject({ code: 0, said: expect.stringContaining('restores whole') })
  const [row] = await b.query<{ name: string; proven: boolean; copied: boolean }>(
    `SELECT name, proven_at >= at AS proven, record_at >= at AS copied
     FROM backups ORDER BY at DESC LIMIT 1`,
  )
  expect(row).toEqual({ name: b.files().at(-1), proven: true, copied: true })
  expect(readdirSync(records)).toEqual([expect.stringMatching(/^signer-0123456789abcdef-\d+T\d+Z/)])
  expect(await b.databases(), 'the throw-away database is gone').toEqual([''])
})

longTest('a user without the MAC key → the key for backups alone gives the same MAC', async () => {
  const { said } = await b.run('backup-mac-key')
  const file = join(b.folder, 'backup-mac.key')
  writeFileSync(file, said)
  const other = { MAC_KEY_FILE: join(b.folder, 'none.key'), BACKUP_MAC_KEY_FILE: file }
  const proven = await b.run('backup-verify', [], other)
  expect(proven).toMatchObject({ code: 0, said: expect.not.stringContaining('MAC') })
  const without = await b.run('backup-verify', [], { MAC_KEY_FILE: other.MAC_KEY_FILE })
  expect(without.said).toContain('MAC_KEY_FILE is not there')
})

test('the file → settings without passwords, the sums, and nothing in plain', async () => {
  const opened = await openBackup(createReadStream(newest()), [identity])
  expect(opened.manifest.settings).toMatchObject({
    MAIL_FROM: 'nomina@example.com',
    SMTP_URL: 'smtp://nomina@127.0.0.1:2525',
  })
  expect(opened.manifest.sums).toMatchObject({
    addresses: { receive: { given: 1, highest: 4 }, change: { given: 0, highest: -1 } },
    tables: {
      'public.companies': { rows: '1', approval_over_usd_cents: '150000' },
    },
  })
  expect(JSON.stringify(opened.manifest)).not.toMatch(/very-secret|quincena_owner:/)
  const bytes = readFileSync(newest(), 'latin1')
  expect(bytes).not.toContain(Buffer.from('Café Ñandú').toString('latin1'))
  expect(bytes.startsWith('age-encryption.org/v1')).toBe(true)
})

longTest(
  'the machine’s keys of earlier backups are gone → only the secret key opens one',
  async () => {
    const [oldest = ''] = b.files()
    await b.run('backup')
    await b.run('backup')
    expect(await b.run('backup-verify', [oldest])).toMatchObject({ code: 1 })
    expect(await b.run('backup-verify', [oldest, '--key', keyFile])).toMatchObject(well)
  },
)

test('wrong key, cut file, flipped bit → a sentence, and nothing was changed', async () => {
  const before = await b.query('SELECT * FROM backups ORDER BY at')
  const bytes = readFileSync(newest())
  const cut = join(b.folder, 'cut.age')
  writeFileSync(cut, bytes.subarray(0, bytes.length - 70_000))
  const flipped = join(b.folder, 'flipped.age')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(flipped, bytes)
  const other = join(b.folder, 'other.txt')
  writeFileSync(other, await generateX25519Identity())
  for (const [file, key, words] of [
    [newest(), other, 'This secret key does not open the backup.'],
    [cut, keyFile, 'damaged'],
    [flipped, keyFile, 'damaged'],
    [keyFile, keyFile, 'damaged'],
  ] as const) {
    const { code, said } = await b.run('backup-verify', [file, '--key', key])
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(words) })
    expect(said).not.toMatch(/\n +at /)
  }
  expect(await b.databases()).toEqual([''])
  expect(await b.query('SELECT * FROM backups ORDER BY at')).toEqual(before)
})

test('a second command meanwhile → refused', async () => {
  const second = await besideDatabase(b.database.ownerUrl, () => b.run('backup'))
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining('is under way') })
})
