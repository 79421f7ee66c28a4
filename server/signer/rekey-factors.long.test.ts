import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rekey } from '#server/signer/rekey.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { Client } from '#server/testing/client.ts'
import { addFactors, appCode } from '#server/testing/client-factors.ts'
import { type Installation, testInstallation } from '#server/testing/installation.ts'
import { softwareKey } from '#server/testing/software-authenticator.ts'

const folder = mkdtempSync(join(tmpdir(), 'quincena-rekey-factors-'))
const newKey = join(folder, 'new.key')
writeFileSync(newKey, 'cd'.repeat(32), { mode: 0o400 })
const PUBLIC_URL = 'http://localhost:3000'
const auth = '/api/v1/auth'
const password = 'Secreta#2026'

let installation: Installation
beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(async () => {
  await installation.stop()
  rmSync(folder, { recursive: true })
})

test('under a new MAC key keys and apps sign in, and recovery codes have ended', async () => {
  const first = await installation.start('first', 'api', { PUBLIC_URL })
  const client = new Client(first.baseUrl)
  const email = await client.signUp()
  const key = softwareKey({ synced: true })
  const { secret, codes, pending } = await addFactors(client, { email, password, key })
  const left = await pending()
  await installation.endAll()

  const { MAC_KEY_FILE = '' } = installation.settingsOf('first', 'api')
  const [old, next] = await Promise.all(
    [MAC_KEY_FILE, newKey].map((path) => readMacKey(path, 'regtest')),
  )
  if (!old || !next) throw new Error('there are two keys')
  const { owner } = installation
  const name = (to: string) => owner.updateTable('passkeys').set({ name: to }).execute()
  // A key that was changed by hand must not become a true one.
  await name('Ladrón')
  await expect(rekey(owner, { old, next })).rejects.toThrow(/of 1 rows.*\n- passkeys: /)
  await name('MacBook')
  const { remade } = await rekey(owner, { old, next })
  expect(remade).toMatchObject({
    passkeys: 1,
    'authenticator apps': 1,
    'recovery codes, ended': 10,
    'questions to passkeys, ended': expect.any(Number),
  })
  await expect(rekey(owner, { old, next })).rejects.toThrow('under the new key already')

  const settings = { PUBLIC_URL, MAC_KEY_FILE: newKey }
  client.baseUrl = (await installation.start('second', 'api', settings)).baseUrl
  const begin = async () =>
    (await client.call<{ mfaToken: string }>('POST', `${auth}/sign-in`, { email, password }))
      .mfaToken
  const finish = async (code: string) => {
    const body = { email, mfaToken: await begin(), code }
    return client.ask<{ token: string }>('POST', `${auth}/sign-in/mfa`, { body })
  }
  expect((await finish(codes[0] ?? '')).answer.code).toBe('WRONG_CODE')
  const { status, answer } = await finish(appCode(secret, 1))
  expect(status).toBe(200)
  client.use(answer.data.token)
  expect(await client.call('GET', '/api/v1/users/factors')).toMatchObject({
    passkeys: [{ name: 'MacBook' }],
    recoveryCodes: { left: 0 },
  })
  // The secret to be confirmed was sealed with the old key.
  await client.call('POST', '/api/v1/users/totp/confirm', { code: appCode(left.secret) })

  const byKey = (options: Record<string, unknown>) =>
    client.ask('POST', `${auth}/passkey`, { body: { response: key.assert(options) } })
  const { options } = await client.call<{ options: Record<string, unknown> }>(
    'POST',
    `${auth}/passkey/options`,
    {},
  )
  expect((await byKey(options)).status).toBe(200)
})
