import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, readOwner } from '../startup/config.ts'
import { settingNames } from '../startup/environment.ts'
import { databaseHost } from '../startup/mainnet/database-tls.ts'

/** The settings of deploy/compose.yaml, as each of its processes gets them. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  volumes?: string[]
  network_mode?: string
  environment?: Record<string, string>
  secrets?: string[]
  restart?: string
  command?: string[]
  depends_on?: Record<string, { condition: string }>
}
const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
}
const given = (name: string): Record<string, string> => services[name]?.environment ?? {}
const serving = ['api-1', 'api-2', 'worker', 'signer']
const processes = [...serving, 'operator']

const backsUpItself = "the database's own image dumps it"
/** Settings that are not in compose.yaml, each with its reason. */
const leftOut: Record<string, string> = {
  DATA_DIR: 'the image sets it',
  HOST: 'the image sets it',
  PORT: 'Caddy finds the api processes at its default',
  BITCOIND_COOKIE_FILE: "the node is none of compose's, and has a user for the program",
  DATABASE_DIRECT_URL: 'there is no pooler',
  BACKUP_DIR: backsUpItself,
  BACKUP_REMOTE: backsUpItself,
  BACKUP_COMMAND: backsUpItself,
  BACKUP_RECIPIENT: backsUpItself,
  BACKUP_MAC_KEY_FILE: backsUpItself,
  BACKUP_RECORD_TO: backsUpItself,
  METRICS_TOKEN: 'metrics have a port of their own',
  SANDBOX: 'for play money: npm start',
  FAILPOINT: 'for tests',
}

test('every setting reaches a process of compose, unless it has a reason', () => {
  const passed = new Set(processes.flatMap((name) => Object.keys(given(name))))
  expect([...passed, ...Object.keys(leftOut)].toSorted()).toEqual(settingNames.toSorted())
})

test('every setting is in the documentation’s table and in the example, and no other', () => {
  const known = settingNames.filter((name) => name !== 'FAILPOINT').toSorted()
  const section = read('docs/operating.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z\d_]+/g) ?? [])
  expect(named.toSorted()).toEqual(known)
  const example = [...read('.env.example').matchAll(/^#([A-Z][A-Z\d_]+)=/gm)].map(
    ([, name]) => name,
  )
  expect(example.toSorted()).toEqual(known)
})

/** A file with the values of .env, as compose puts them in. */
const filled = (name: string, env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given(name)).map(([setting, value]) => [
      setting,
      value.replaceAll(/\$\{(\w+):([-?])[^}]*\}/g, (_, variable: string, kind: string) => {
        const found = env[variable]
        if (kind === '?' && !found) throw new Error(`${variable} is needed`)
        return found ?? ''
      }),
    ]),
  )

const needed = {
  BITCOIN_NETWORK: 'main',
  BITCOIND_RPC_URL: 'http://10.0.0.8:8332',
  BITCOIND_RPC_PASSWORD: 'nodo',
  DOMAIN: 'nominas.example',
  OWNER_PASSWORD: 'duena',
  APP_PASSWORD: 'programa',
  WORKER_PASSWORD: 'trabajo',
  SIGNER_PASSWORD: 'firmante',
  SIGNER_MAX_USD_PER_DAY: '9000',
}

test.each(processes)('%s starts on main with what compose asks for, and no more', (name) => {
  const config = readConfig(filled(name, needed))
  const roles = name === 'operator' ? ['api', 'worker', 'signer'] : [name.replace(/-\d$/, '')]
  expect(config).toMatchObject({ network: 'main', roles, autoBumpUsd: 5, smtp: null })
})

const chosen = {
  ...needed,
  LOG_LEVEL: 'debug',
  AUTO_BUMP_USD: '0',
  MAX_FEE_PERCENT: '3',
  PRICE_SOURCES: 'kraken,bitstamp,coingecko',
  KRAKEN_URL: 'https://kraken.example',
  EXPLORER_TX_URL: 'https://explorer.example/{txid}',
  DRAIN_SECONDS: '15',
  SIGN_UP: 'closed',
  SMTP_URL: 'smtps://correo.example',
  MAIL_FROM: 'nominas@example.com',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'ficha',
  TWILIO_FROM: '+50370000000',
  TWILIO_API_URL: 'https://twilio.example',
  SIGNER_MAX_USD_PER_PAYMENT: '5000',
  SIGNER_MAX_USD_PER_DAY: '9000',
  SIGNER_MAX_USD_PER_DAY_ALL: '20000',
}
const configOf = (name: string) => readConfig(filled(name, chosen))

test('what is chosen in .env holds in the processes that it is meant for', () => {
  for (const name of processes) {
    expect(configOf(name)).toMatchObject({ logLevel: 'debug', feeCeilings: { percent: 3 } })
  }
  for (const name of ['worker', 'operator']) {
    expect(configOf(name)).toMatchObject({
      autoBumpUsd: 0,
      priceSources: [{ baseUrl: 'https://kraken.example' }, { name: 'bitstamp' }, {}],
      smtp: { url: 'smtps://correo.example' },
      twilio: { apiUrl: 'https://twilio.example' },
      publicUrl: 'https://nominas.example',
    })
  }
  for (const name of ['api-1', 'api-2', 'operator']) {
    expect(configOf(name)).toMatchObject({
      explorerTxUrl: 'https://explorer.example/{txid}',
      drainSeconds: 15,
      signUp: 'closed',
      trustProxy: 'uniquelocal',
      publicUrl: 'https://nominas.example',
      smtp: { from: 'nominas@example.com' },
      twilio: { accountSid: 'AC1' },
    })
  }
  for (const name of ['signer', 'operator']) {
    expect(configOf(name).signerCaps).toEqual({
      usdPerPayment: 5000,
      usdPerDay: 9000,
      usdPerDayOfAll: 20_000,
    })
  }
})

test('the seed’s key is the signer’s alone, and the signer has no other password', () => {
  for (const name of ['api-1', 'api-2', 'worker']) {
    expect(Object.keys(given(name)).filter((setting) => setting.startsWith('SIGNER_'))).toEqual([])
    expect(services[name]?.secrets).toEqual(['mac_key'])
  }
  const settings = Object.values(filled('signer', chosen)).join(' ')
  expect(['nodo', 'ficha', 'correo'].filter((secret) => settings.includes(secret))).toEqual([])
})

test('one service migrates first, and only it and the operator own the database', () => {
  const migrates = services.migrate
  expect(migrates).toMatchObject({ restart: 'no', command: ['node', 'scripts/migrate.ts'] })
  expect(readOwner(filled('migrate', needed)).ownerUrl).toBe(
    'postgres://quincena_owner:duena@%2Fvar%2Frun%2Fpostgresql/quincena',
  )
  const owners = Object.keys(services).filter((name) => 'DATABASE_OWNER_URL' in given(name))
  expect(owners.toSorted()).toEqual(['migrate', 'operator'])
  for (const name of serving) {
    expect(services[name]?.depends_on?.migrate).toEqual({
      condition: 'service_completed_successfully',
    })
  }
})

test('the signer and the operator share the folder of the file that counts signatures', () => {
  const counting = Object.entries(services).filter(([, { volumes }]) =>
    volumes?.includes('signer:/var/lib/quincena'),
  )
  expect(counting.map(([name]) => name).toSorted()).toEqual(['operator', 'signer'])
  for (const [, { environment }] of counting) {
    expect(environment?.SIGNER_COUNT_FILE).toBe('/var/lib/quincena/signer.count')
  }
})

test('every program shares the socket of PostgreSQL, which is on no network', () => {
  for (const name of [...processes, 'migrate']) {
    expect(services[name]?.volumes).toContain('socket:/var/run/postgresql:ro')
    const filledIn = Object.entries(filled(name, needed))
    const urls = filledIn.filter(([setting]) => /DATABASE_(\w+_)?URL$/.test(setting))
    expect(urls.map(([, url]) => databaseHost(url, {}))).toEqual(
      urls.map(() => '/var/run/postgresql'),
    )
    expect(urls.length, name).toBeGreaterThan(0)
  }
  expect(services.postgres).toMatchObject({
    network_mode: 'none',
    command: ['postgres', '-c', 'hba_file=/quincena/pg_hba.conf'],
  })
})

test('the node of compose is on .env’s network, and no port of it is published', () => {
  const { bitcoind } = services
  expect(bitcoind).toMatchObject({ profiles: ['node'], build: { target: 'bitcoind' } })
  expect(bitcoind).not.toHaveProperty('ports')
  expect(bitcoind?.command).toContain('-chain=${BITCOIN_NETWORK:?main, testnet4 or signet}')
  expect(read('deploy/Dockerfile')).toMatch(/^FROM program AS bitcoind$/m)
})

test('each process has the address of its own database role and no other', () => {
  const roles = { 'api-1': 'app', 'api-2': 'app', worker: 'worker', signer: 'signer' }
  for (const [name, role] of Object.entries(roles)) {
    const urls = Object.values(given(name)).filter((value) => value.startsWith('postgres://'))
    expect(urls.map((url) => new URL(url.replaceAll(/\$\{[^}]*\}/g, 'x')).username)).toEqual([
      `quincena_${role}`,
    ])
  }
})
