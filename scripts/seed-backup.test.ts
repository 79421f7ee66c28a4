import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/platform/db/database.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { inheritedSettings } from '#server/testing/process.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'

const key = 'ab'.repeat(32)
const folder = tempDataDir()
let database: TestDatabase
let xpub: string

beforeAll(async () => {
  database = await testDatabase()
  const signerDb = connect(database.signerUrl, { onError: (cause) => expect.fail(cause.message) })
  xpub = (await openWallet(signerDb, 'regtest', key)).xpub
  await signerDb.destroy()
  writeFileSync(join(folder.path, 'signer.key'), key, { mode: 0o400 })
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

/** Runs a script; `answer` gets the output so far and returns the line to type, if any. */
async function run(script: string, answer: (printed: string) => string | null = () => null) {
  const env = {
    ...inheritedSettings,
    DATA_DIR: folder.path,
    DATABASE_URL: database.appUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    SIGNER_KEY_FILE: join(folder.path, 'signer.key'),
    MAC_KEY_FILE: join(folder.path, 'mac.key'),
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], { env })
  let printed = ''
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.on('data', (chunk) => {
    printed += chunk
    const typed = answer(printed)
    if (typed !== null) child.stdin.write(`${typed}\n`)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, printed, said }
}

const numbersOf = (printed: string) =>
  printed.split('\n').filter((line) => /^Addresses in use|^wpkh/.test(line))

test('the backup of the words ends only when three of them were typed from the paper', async () => {
  let questions = 0
  const { code, printed } = await run('seed-backup.ts', (so) => {
    const place = /Word (\d+): $/.exec(so)?.[1]
    if (!place) return null
    questions += 1
    if (questions === 1) return 'wrong'
    return new RegExp(`^ +${place}\\. ([a-z]+)$`, 'm').exec(so)?.[1] ?? ''
  })
  expect({ code, asked: questions }).toEqual({ code: 0, asked: 4 })
  expect(printed).toContain('is another. Compare the paper with the list above.')
  expect(numbersOf(printed)).toHaveLength(3)
})

test('the numbers are shown at any time, and no word with them', async () => {
  expect((await run('seed-backup.ts')).said).toContain('npm run seed:numbers shows the numbers')
  const { code, printed } = await run('seed-numbers.ts')
  expect(code).toBe(0)
  expect(numbersOf(printed)).toEqual([
    'Addresses in use: receiving up to 0, change up to 0.',
    expect.stringMatching(`^wpkh\\(${xpub}/0/\\*\\)#[a-z0-9]{8} range 0 to 0$`),
    expect.stringMatching(`^wpkh\\(${xpub}/1/\\*\\)#[a-z0-9]{8} range 0 to 0$`),
  ])
  expect(printed).not.toMatch(/^ +\d+\. /m)
})
