import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { fillDatabase, prepareBackupsForFile } from './installation-steps.ts'

const b = await prepareBackupsForFile({
  BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
})
beforeAll(() => fillDatabase(b))

const well = { code: 0 }

test('killed at any moment → no half file has a name, and the next run is whole', async () => {
  for (const FAILPOINT of ['backup-half-written', 'backup-before-name']) {
    expect(await b.run('backup', [], { FAILPOINT })).toMatchObject({ code: null })
    expect(b.files().filter((name) => !name.endsWith('.part'))).toEqual([])
    expect(b.files()).not.toEqual([])
  }
  expect(await b.run('backup', [], { FAILPOINT: 'backup-before-record' })).toMatchObject({
    code: null,
  })
  // Whole, and in no list: nobody is told of a backup that was not counted.
  expect(await b.run('backup-verify')).toMatchObject(well)
  expect(await b.query('SELECT FROM backups')).toEqual([])

  expect(await b.run('backup')).toMatchObject(well)
  expect(b.files().filter((name) => name.endsWith('.part'))).toEqual([])
})
