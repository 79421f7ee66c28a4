import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './platform/database.ts'
import { open } from './signer/seal.ts'
import { walletOf } from './signer/wallet.ts'
import { Client } from './testing/client.ts'
import { anAddress } from './testing/engine.ts'
import { testInstallation } from './testing/installation.ts'
import type { ServerProcess } from './testing/process.ts'

/** I10: whatever was secret on the way is in no log and in no copy of the database. */

/** Every row of every table as text, bytes in hexadecimal. */
async function dumpOf(db: Db, except: readonly string[]): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const parts: string[] = []
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const { rows } = await sql<{
      row: string
    }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(db)
    parts.push(...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** A secret as it stands, and as its bytes would stand in a dump. */
const forms = (secret: string) => [secret, Buffer.from(secret).toString('hex')]

/** An administrator's life with everything that is secret in it; what was, by its name. */
async function live(server: ServerProcess, mine: () => Promise<unknown>) {
  const client = new Client(server.baseUrl)
  const email = await client.signUp()
  const passwords = {
    first: 'Secreta#2026',
    wrong: 'Equivocada#1',
    second: 'Segunda#2027',
    third: 'Tercera#2028',
  }
  const sent = async (pattern: RegExp): Promise<string> => {
    const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
    const { messages } = await client.call<{ messages: { text: string }[] }>('GET', path)
    for (const { text } of messages) {
      const found = pattern.exec(text)
      if (found) return found[1] ?? found[0]
    }
    throw new Error('nothing of the kind was sent')
  }
  const sixDigits = /(?<!\d)\d{6}(?!\d)/
  const auth = '/api/v1/auth'
  await client.ask('POST', `${auth}/sign-in`, { body: { email, password: passwords.wrong } })
  const first = await client.call<{ token: string }>('POST', `${auth}/sign-in`, {
    email,
    password: passwords.first,
  })
  const refreshed = await client.call<{ token: string }>('GET', `${auth}/refresh-token`)
  await client.call('PATCH', '/api/v1/users/password', {
    password: passwords.first,
    newPassword: passwords.second,
  })
  await client.call('PUT', '/api/v1/users', {
    preferences: { twoFactorAuthentication: { enabled: true, via: 'EMAIL' } },
  })
  const { mfaToken } = await client.call<{ mfaToken: string }>('POST', `${auth}/sign-in`, {
    email,
    password: passwords.second,
  })
  const code = await sent(sixDigits)
  const second = await client.call<{ token: string }>('POST', `${auth}/sign-in/mfa`, {
    email,
    mfaToken,
    code,
  })
  const payroll = await client.payroll([anAddress()], 50)
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '0.1' })
  await mine()
  await expect
    .poll(
      async () => {
        const path = `/api/v1/payrolls/${payroll._id}/balance`
        return (await client.call<{ spendableBalanceString: string }>('GET', path))
          .spendableBalanceString
      },
      { timeout: 20_000 },
    )
    .toBe('10000000')
  const { transaction } = await client.call<{ transaction: { _id: string } }>(
    'POST',
    `/api/v1/companies/payrolls/${payroll._id}/withdraw-funds`,
    { address: anAddress() },
  )
  const approval = await sent(sixDigits)
  await client.call('POST', `/api/v1/transactions/${transaction._id}/approve`, { code: approval })
  await client.call('POST', '/api/v1/users/reset-password', { email })
  const reset = await sent(/reset-password\?token=([\w-]+)/)
  await client.call('PATCH', `/api/v1/users/reset-password?code=${reset}`, {
    newPassword: passwords.third,
  })
  return {
    kept: {
      ...passwords,
      mfaToken,
      first: first.token,
      refreshed: refreshed.token,
      second: second.token,
      password: passwords.first,
    },
    // In the sandbox messages are kept to be shown, and these are what they carry.
    told: { code, approval, reset },
  }
}

test('passwords, tokens, codes, links and the seed are in no log and in no copy of the database', async () => {
  const installation = await testInstallation({ LOG_LEVEL: 'trace' })
  const { node, owner: db } = installation
  try {
    const server = await installation.startWhole()
    const { kept, told } = await live(server, () => node.rpc('generatetoaddress', 1, anAddress()))
    await server.end('SIGTERM')
    const { SIGNER_KEY_FILE = '', MAC_KEY_FILE = '' } = installation.settingsOf('whole', 'signer')
    const [signerKey = '', macKey = ''] = [SIGNER_KEY_FILE, MAC_KEY_FILE].map((path) =>
      readFileSync(path, 'utf8').trim(),
    )
    const stored = await db.selectFrom('signer.wallet_secret').selectAll().executeTakeFirstOrThrow()
    const context = { network: 'regtest', walletId: stored.wallet_id } as const
    const words = open(stored.sealed_mnemonic, signerKey, context)
    const { privateKey } = (await walletOf(words, 'regtest')).key(0, 0)
    const seed = { words, signerKey, macKey, privateKey: Buffer.from(privateKey).toString('hex') }
    const everywhere = { ...kept, ...seed }

    const dump = await dumpOf(db, ['public.messages'])
    expect(dump).toContain('bench.')
    expect(server.output).toContain('"level"')
    const found: string[] = []
    for (const [name, secret] of Object.entries({ ...everywhere, ...told })) {
      if (forms(secret).some((form) => server.output.includes(form)))
        found.push(`${name} in the log`)
    }
    // Six digits are somewhere in any dump by chance.
    for (const [name, secret] of Object.entries({ ...everywhere, reset: told.reset })) {
      if (forms(secret).some((form) => dump.includes(form))) found.push(`${name} in the database`)
    }
    expect(found).toEqual([])
  } finally {
    await installation.stop()
  }
})
