import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { testInstallation } from '../testing/installation.ts'
import { inheritedSettings } from '../testing/process.ts'

const root = join(import.meta.dirname, '../..')
const path = '/api/v1/auth/sign-up'

const aForm = (email = `${randomUUID()}@example.com`) => ({
  firstName: 'Marcela',
  lastName: 'Portillo',
  email,
  password: 'Volcan#2026',
  companyName: 'Café Izalco',
  companySector: 'Agroindustria',
})

test('SIGN_UP=first: one company signs up, the next by the operator’s link alone', async () => {
  const publicUrl = 'https://nominas.example'
  const installation = await testInstallation({ SIGN_UP: 'first', PUBLIC_URL: publicUrl })
  /** Runs the command as an operator types it. */
  const invite = (...args: string[]) => {
    const env = { ...inheritedSettings, ...installation.settingsOf('whole', 'api') }
    const script = join(root, 'scripts/company-invite.ts')
    return spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  }
  try {
    const server = await installation.startWhole()
    const client = new Client(server.baseUrl)
    const first = await client.signUp()
    const refused = await client.ask('POST', path, { body: aForm() })
    expect(refused).toMatchObject({ status: 409, answer: { code: 'SIGN_UP_CLOSED' } })

    const form = aForm()
    const { status, stdout } = invite(form.email)
    const [url = '', said] = stdout.split('\n')
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining(form.email) })
    const [, token = ''] = /^https:\/\/nominas\.example\/sign-up#i=([\w-]{43})$/.exec(url) ?? []
    const body = { ...form, invitation: token }
    expect((await client.ask('POST', path, { body })).status).toBe(201)
    const again = await client.ask('POST', path, { body })
    expect(again).toMatchObject({ status: 410, answer: { code: 'INVITATION_ENDED' } })
    await server.end('SIGTERM')
    expect(server.output).not.toContain(token)

    expect(invite().stderr).toContain('Whom? npm run company:invite -- somebody@example.com')
    expect(invite('marcela').stderr).toContain('marcela is no e-mail address.')
    const taken = invite(first.toUpperCase())
    expect(taken).toMatchObject({ status: 1, stdout: '' })
    expect(taken.stderr).toContain('has an account already.')
  } finally {
    await installation.stop()
  }
})

test('a value of SIGN_UP that is none of the three → the start refuses and names them', async () => {
  const installation = await testInstallation({ SIGN_UP: 'invited' })
  await expect(installation.startWhole()).rejects.toThrow('SIGN_UP: must be open, first or closed.')
  await installation.stop()
})
