import { readFileSync } from 'node:fs'
import { Secret } from 'otpauth'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { inviteCompany } from '../features/auth/index.ts'
import { open } from '../signer/seal-seed.ts'
import { walletOf } from '../signer/wallet.ts'
import { readMacKey } from '../startup/secrets.ts'
import { Client } from '../testing/client.ts'
import { addFactors, appCode } from '../testing/client-factors.ts'
import { dumpOf, findSecretsInDump, findSecretsInLog, tablesOf } from '../testing/dump.ts'
import { anAddress } from '../testing/engine.ts'
import { testInstallation, until } from '../testing/installation.ts'
import { testDatabase } from '../testing/postgres.ts'
import type { ServerProcess } from '../testing/process.ts'
import { softwareKey } from '../testing/software-authenticator.ts'

/** I10: no secret that was on its way is in a log or in a copy of the database. */

const sixDigits = /(?<!\d)\d{6}(?!\d)/
const auth = '/api/v1/auth'
const guest = 'invitada@izalco.sv'
const freezeLink = /congelar#t=([\w-]{43})/
const teamLink = /invitacion#t=([\w-]{43})/
const resetLink = /reset-password\?token=([\w-]+)/

/**
 * The match of a pattern in the newest message to somebody that has one; notices come a moment
 * later.
 */
async function sentTo(client: Client, email: string, pattern: RegExp): Promise<string> {
  const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
  let found = ''
  await until('such a message', async () => {
    const { messages } = await client.call<{ messages: { text: string }[] }>('GET', path)
    const [newest] = messages.map(({ text }) => pattern.exec(text)).filter((one) => one !== null)
    found = newest?.[1] ?? newest?.[0] ?? ''
    return found !== ''
  })
  return found
}

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
  const sent = (pattern: RegExp) => sentTo(client, email, pattern)
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
      { timeout: 120_000 },
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
  const reset = await sent(resetLink)
  await client.call('PATCH', `/api/v1/users/reset-password?code=${reset}`, {
    newPassword: passwords.third,
  })
  return {
    email,
    password: passwords.third,
    kept: {
      ...passwords,
      mfaToken,
      first: first.token,
      refreshed: refreshed.token,
      second: second.token,
    },
    // Messages are kept in the sandbox to be shown, and these are what they carry.
    sent: { code, approval, reset },
  }
}

/** Everything that is good for something at one moment, and nobody has delivered yet. */
async function pendingSecrets(client: Client, email: string, password: string) {
  const sent = (pattern: RegExp) => sentTo(client, email, pattern)
  type Entered = { mfaToken: string; token: string }
  const body = { email, password }
  const { mfaToken: first } = await client.call<Entered>('POST', `${auth}/sign-in`, body)
  const confirmed = { email, mfaToken: first, code: await sent(sixDigits) }
  const entered = await client.ask<Entered>('POST', `${auth}/sign-in/mfa`, { body: confirmed })
  const [cookie = ''] = entered.cookies
  const device = /^quincena_device=([^;]+)/.exec(cookie)?.[1] ?? ''
  const { token: replaced } = entered.answer.data
  client.use(replaced)
  const { token } = await client.call<Entered>('GET', `${auth}/refresh-token`)
  client.use(token)

  const { mfaToken } = await client.call<Entered>('POST', `${auth}/sign-in`, body)
  const signIn = await sent(sixDigits)
  await client.call('POST', '/api/v1/users/contact-code', { channel: 'EMAIL' })
  const contact = await sent(sixDigits)
  await client.call('POST', '/api/v1/users/step-up', { action: 'TWO_FACTOR' })
  const stepUp = await sent(sixDigits)
  await client.call('POST', '/api/v1/users/reset-password', { email })
  const reset = await sent(resetLink)
  const invited = 'equipo@izalco.sv'
  await client.call('POST', '/api/v1/companies/invitations', { email: invited, role: 'PAYROLL' })
  const team = await sentTo(client, invited, teamLink)
  return { replaced, token, device, mfaToken, signIn, contact, stepUp, reset, team }
}

const prefixed = (secrets: Record<string, string>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [`pending ${name}`, secret]))

type Pending = Awaited<ReturnType<typeof pendingSecrets>> & { freeze: string; invitation: string }

/** Uses each of them, since only what works proves that a dump without it gives nothing away. */
async function spendAll(client: Client, email: string, password: string, pending: Pending) {
  const { mfaToken, signIn, contact, stepUp, reset, freeze, invitation } = pending
  const preferences = { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } }
  for (const bearer of [pending.replaced, pending.token]) {
    client.use(bearer)
    await client.call('GET', '/api/v1/companies/company')
  }
  await client.call('POST', '/api/v1/users/contact', { channel: 'EMAIL', code: contact })
  await client.call('GET', `/api/v1/freezes/${freeze}`)
  await client.call('GET', `/api/v1/invitations/${pending.team}`)
  const invited = await client.call('POST', `${auth}/sign-up/invitation`, { invitation })
  expect(invited).toEqual({ email: guest })
  await client.call('POST', `${auth}/sign-in/mfa`, { email, mfaToken, code: signIn })
  await client.call('PUT', '/api/v1/users', { preferences, password, code: stepUp })
  const newPassword = 'Cuarta#2029'
  await client.call('PATCH', `/api/v1/users/reset-password?code=${reset}`, { newPassword })
}

/** Somebody with a key, an app and recovery codes: what is secret of them, and a use of each. */
async function factorsOf(baseUrl: string) {
  const client = new Client(baseUrl)
  const email = await client.signUp()
  const password = 'Secreta#2026'
  const key = softwareKey({ synced: true })
  const { secret, codes, pending } = await addFactors(client, { email, password, key })
  const { secret: unconfirmed, options } = await pending()
  const bytes = (base32: string) => Buffer.from(Secret.fromBase32(base32).bytes)
  const challenge = String(options.challenge)
  const secrets = {
    'app secret': secret,
    'app secret as bytes': bytes(secret).toString('hex'),
    'app secret to be confirmed': unconfirmed,
    'app secret to be confirmed as bytes': bytes(unconfirmed).toString('hex'),
    'challenge of a key': challenge,
    'challenge of a key as bytes': Buffer.from(challenge, 'base64url').toString('hex'),
    ...Object.fromEntries(codes.map((code, index) => [`recovery code ${index}`, code])),
    ...Object.fromEntries(
      codes.map((code, index) => [`recovery code ${index} as one word`, code.replaceAll('-', '')]),
    ),
  }
  const enter = async (code = '') => {
    const body = { email, password }
    const { mfaToken } = await client.call<{ mfaToken: string }>('POST', `${auth}/sign-in`, body)
    const path = `${auth}/sign-in/mfa`
    return client.call<{ token: string }>('POST', path, { email, mfaToken, code })
  }
  async function spend() {
    await enter(codes[0])
    await enter(appCode(secret, 1))
    await client.call('POST', '/api/v1/users/totp/confirm', { code: appCode(unconfirmed) })
    const given = { password, assertion: key.assert(options) }
    await client.call('POST', '/api/v1/users/recovery-codes', given)
  }
  return { secrets, spend }
}

test('a life full of secrets → none in the log, and none in a whole dump', async () => {
  const installation = await testInstallation({ LOG_LEVEL: 'trace' })
  const { node, owner: db } = installation
  try {
    const server = await installation.startWhole()
    const { email, password, kept, sent } = await live(server, () =>
      node.rpc('generatetoaddress', 1, anAddress()),
    )
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
    expect(server.output).toContain('"level"')
    // Without a worker nothing is delivered: all of it waits in the queue.
    const api = await installation.start('api', 'api', {
      LOG_LEVEL: 'trace',
      PUBLIC_URL: 'http://localhost:3000',
    })
    const client = new Client(api.baseUrl)
    const freeze = await sentTo(client, email, freezeLink)
    const handedOut = { macKey: await readMacKey(MAC_KEY_FILE, 'regtest'), publicUrl: '' }
    const link = await inviteCompany(db, guest, { ...handedOut, now: new Date() })
    const invitation = link?.url.replace('/sign-up#i=', '') ?? ''
    const pending = { ...(await pendingSecrets(client, email, password)), freeze, invitation }
    for (const [name, secret] of Object.entries(pending)) expect(secret, name).not.toBe('')
    const factors = await factorsOf(api.baseUrl)
    const dump = dumpOf(installation.database.ownerUrl)
    await factors.spend()
    await spendAll(client, email, password, pending)
    await api.end('SIGTERM')

    const tables = tablesOf(dump)
    for (const table of [
      'public.messages',
      'public.verification_codes',
      'public.session_tokens',
      'public.mfa_challenges',
      'public.reset_links',
      'public.sign_up_invitations',
      'public.team_invitations',
      'public.freeze_links',
      'public.device_cookies',
      'public.passkeys',
      'public.totp_secrets',
      'public.recovery_codes',
      'public.webauthn_challenges',
      'signer.wallet_secret',
      'graphile_worker._private_jobs',
    ]) {
      expect(tables).toContain(table)
    }
    const all = { ...kept, ...seed, ...sent, ...prefixed(pending), ...factors.secrets }
    const inDump = findSecretsInDump(all, dump)
    const inLog = findSecretsInLog(all, server.output + api.output)
    expect({ inDump, inLog }).toEqual({ inDump: [], inLog: [] })
  } finally {
    await installation.stop()
  }
})

test('a secret in any kind of column is found in the dump; an amount is no code', async () => {
  const database = await testDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO companies (name, sector) VALUES ('Izalco', 'Otro') RETURNING id`,
  )
  const company = rows[0]?.id
  const message = (column: string, value: string | Buffer) =>
    owner.query(
      `INSERT INTO messages (company_id, recipient, via, template, secret, ${column})
       VALUES ($1, 'ana@izalco.sv', 'EMAIL', 'resetDone', false, $2)`,
      [company, value],
    )
  const bytes = (text: string) => Buffer.from(`Tu código es ${text}.`)
  await message('body', 'Tu código es 481516.')
  await message('sealed', bytes('234200'))
  await message('failure', '108108')
  await message('html', 'congelar#t=planted-in-html')
  await message('subject', Buffer.from('planted-in-base64').toString('base64'))
  await message('sealed', bytes('planted-in-bytes'))
  await owner.query(
    `INSERT INTO audit_events (company_id, action, subject, detail) VALUES ($1, 'x', '', $2)`,
    [company, { link: 'planted-in-json', code: '151623' }],
  )
  await owner.query(`SELECT graphile_worker.add_job('deliver', $1)`, [
    { token: 'planted-in-the-queue', code: '424242' },
  ])
  await owner.query(`INSERT INTO prices (at, usd_cents_per_btc, sources) VALUES (now(), 997755, 3)`)
  const codes = ['481516', '234200', '108108', '151623', '424242']
  const words = ['in-html', 'in-base64', 'in-bytes', 'in-json', 'in-the-queue']
  const planted = [...codes, ...words.map((word) => `planted-${word}`)]
  const named = (secrets: string[]) => Object.fromEntries(secrets.map((one) => [one, one]))
  const dump = dumpOf(database.ownerUrl)
  expect(findSecretsInDump(named(planted), dump).toSorted()).toEqual(planted.toSorted())
  expect(findSecretsInDump(named(['997755', '997756', 'planted-nowhere']), dump)).toEqual([])
})
