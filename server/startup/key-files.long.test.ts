import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { type Installation, testInstallation } from '../testing/installation.ts'

let installation: Installation
let folder: string

beforeAll(async () => {
  installation = await testInstallation()
  folder = dirname(installation.settingsOf('', '').MAC_KEY_FILE ?? '')
})
afterAll(() => installation.stop())

test('keys are made before anything is under them, and never after', async () => {
  const first = { MAC_KEY_FILE: join(folder, 'a', 'mac.key') }
  const firstSeed = { SIGNER_KEY_FILE: join(folder, 'a', 'signer.key') }
  const made = { ...first, ...firstSeed }
  const whole = await installation.start('whole', 'api,worker,signer', made)
  for (const path of Object.values(made)) expect(existsSync(path)).toBe(true)
  const client = new Client(whole.baseUrl)
  await client.signUp()
  const elsewhere = join(folder, 'typo', 'mac.key')
  await client.payroll([anAddress()], 100)
  await whole.end('SIGTERM')

  for (const roles of ['api', 'worker', 'signer']) {
    await expect(
      installation.start(roles, roles, { ...made, MAC_KEY_FILE: elsewhere }),
    ).rejects.toThrow(
      `MAC_KEY_FILE is not there (${elsewhere}), and the database has accounts that were made under it.`,
    )
  }
  const lost = join(folder, 'typo', 'signer.key')
  await expect(
    installation.start('signer', 'signer', { ...made, SIGNER_KEY_FILE: lost }),
  ).rejects.toThrow(`SIGNER_KEY_FILE is not there (${lost}), and the database has a seed`)

  await installation.start('worker', 'worker', { ...made, SIGNER_KEY_FILE: lost })
  expect([elsewhere, lost].filter(existsSync), 'made for nothing').toEqual([])
  await installation.start('again', 'api,worker,signer', made)
})
