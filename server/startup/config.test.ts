import { expect, test } from 'vitest'
import { findSettingFaults, settingsOnMain } from '../testing/main-settings.ts'
import { readConfig } from './config.ts'

test('without any setting it is the sandbox on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    network: 'regtest',
    sandbox: true,
    roles: ['api', 'worker', 'signer'],
    database: null,
    bitcoind: null,
  })
})

test('an empty setting counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database: null })
})

test('every wrong setting is named, all at once', () => {
  const faults = findSettingFaults({ PORT: 'no', ROLES: 'api,cook', PUBLIC_URL: 'izalco.sv' })
  expect(faults.map((fault) => fault.split(/[.:]/)[0])).toEqual(['PORT', 'PUBLIC_URL', 'ROLES'])
})

test('SIGN_UP is open in the sandbox and first elsewhere, unless it is set', () => {
  expect(readConfig({}).signUp).toBe('open')
  expect(readConfig({ SANDBOX: 'off' }).signUp).toBe('first')
  expect(readConfig(settingsOnMain).signUp).toBe('first')
  expect(readConfig({ SIGN_UP: 'closed' }).signUp).toBe('closed')
  expect(readConfig({ ...settingsOnMain, SIGN_UP: 'open' }).signUp).toBe('open')
  for (const SIGN_UP of ['yes', 'OPEN', 'invite', 'first,open']) {
    expect(findSettingFaults({ SIGN_UP })).toEqual(['SIGN_UP: must be open, first or closed.'])
  }
})

/** All that a network other than regtest asks for beside its price. */
const real = (network: string) => ({ ...settingsOnMain, BITCOIN_NETWORK: network })

test.each(['main', 'test', 'testnet4', 'signet'])(
  '%s asks the four exchanges for the price, and neither plays nor simulates',
  (network) => {
    const { priceSources, sandbox } = readConfig(real(network))
    expect(sandbox).toBe(false)
    expect(priceSources?.map(({ name }) => name)).toEqual([
      'coinbase',
      'kraken',
      'bitstamp',
      'coingecko',
    ])
    const faults = findSettingFaults({
      ...real(network),
      SANDBOX: 'on',
      PRICE_SOURCES: 'simulated',
    })
    expect(faults.some((fault) => fault.startsWith('PRICE_SOURCES must name exchanges'))).toBe(true)
    expect(faults.some((fault) => fault.startsWith('SANDBOX'))).toBe(true)
  },
)

test('the price of play money is simulated, unless three exchanges are named for it', () => {
  expect(readConfig({}).priceSources).toBeNull()
  const named = { PRICE_SOURCES: 'kraken, bitstamp,coinbase', KRAKEN_URL: 'http://127.0.0.1:9' }
  expect(readConfig(named).priceSources).toContainEqual({
    name: 'kraken',
    baseUrl: 'http://127.0.0.1:9',
  })
  for (const wrong of ['kraken,bitstamp', 'kraken,kraken,bitstamp', 'simulated,kraken', 'mtgox']) {
    expect(findSettingFaults({ PRICE_SOURCES: wrong }), wrong).toHaveLength(1)
  }
})

test('on the main network no exchange is asked in the open', () => {
  expect(findSettingFaults({ ...real('main'), KRAKEN_URL: 'http://kraken.example' })).toEqual([
    'KRAKEN_URL must be https on main: anybody in between could set the price.',
  ])
})

test('the main network is not started with keys that were made for play money', () => {
  const faults = findSettingFaults({ BITCOIN_NETWORK: 'main' })
  expect(faults.some((fault) => fault.startsWith('MAC_KEY_FILE, and SIGNER_KEY_FILE'))).toBe(true)
  const ofWorker = { ...real('main'), ROLES: 'worker', SIGNER_KEY_FILE: '' }
  expect(findSettingFaults(ofWorker), 'the seed’s key is the signer’s alone').toEqual([])
  expect(
    findSettingFaults({ ...ofWorker, MAC_KEY_FILE: '' }),
    'a worker opens messages',
  ).toHaveLength(1)
})

test('each role of the program needs its own address of the given database', () => {
  const as = (role: string) => `postgres://quincena_${role}@127.0.0.1/quincena`
  const url = as('app')
  expect(findSettingFaults({ DATABASE_URL: url }).map((fault) => fault.split(' ')[0])).toEqual([
    'WORKER_DATABASE_URL',
    'SIGNER_DATABASE_URL',
  ])
  expect(findSettingFaults({ WORKER_DATABASE_URL: as('worker'), ROLES: 'worker' })).toEqual([])
  expect(findSettingFaults({ WORKER_DATABASE_URL: as('worker'), ROLES: 'api,worker' })).toEqual([
    'DATABASE_URL is needed beside those of the other roles: the api signs in to the database as a role of its own.',
  ])
  const { database } = readConfig({ DATABASE_URL: url, ROLES: 'api' })
  expect(database).toMatchObject({ url, directUrl: url, ownerUrl: '' })
})

test('mail needs a sender, and text messages the whole account or nothing of it', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example'
  expect(findSettingFaults({ SMTP_URL })).toEqual([
    'MAIL_FROM is needed beside SMTP_URL: the address that mails come from.',
  ])
  expect(findSettingFaults({ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.sv' })).toHaveLength(
    1,
  )
  expect(
    findSettingFaults({ TWILIO_ACCOUNT_SID: 'AC00', TWILIO_FROM: '+15005550006' }),
  ).toHaveLength(1)
  const twilio = {
    TWILIO_ACCOUNT_SID: 'AC00',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+15005550006',
  }
  const settings = readConfig({ SMTP_URL, MAIL_FROM: 'nominas@quincena.example', ...twilio })
  expect(settings.smtp).toEqual({ url: SMTP_URL, from: 'nominas@quincena.example' })
  expect(settings.twilio).toMatchObject({ apiUrl: 'https://api.twilio.com' })
  expect(readConfig({})).toMatchObject({ smtp: null, twilio: null })
})

test('figures are served to this machine alone unless another address is named', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({
    host: '127.0.0.1',
    port: 9464,
    token: null,
  })
  const token = 'f1'.repeat(16)
  expect(readConfig({ METRICS_TOKEN: token }).metrics).toMatchObject({ port: null, token })
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
})
