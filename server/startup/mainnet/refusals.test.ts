import { expect, test } from 'vitest'
import { findSettingFaults, settingsOnMain } from '#server/testing/main-settings.ts'
import type { ProgramSettings } from '#server/testing/process.ts'
import { readConfig, readOwner, readSettings } from '../config.ts'

const refused = (changes: ProgramSettings) => findSettingFaults({ ...settingsOnMain, ...changes })
const at = (host: string, query = '') => `postgres://quincena_app:secret@${host}/quincena${query}`

const noCap =
  'SIGNER_MAX_USD_PER_DAY is needed on main: set the whole dollars that the signer may sign for a company within 24 hours.'
const noHttps =
  'PUBLIC_URL must be the https:// address that people open on main: without TLS passwords and codes can be read on the way.'
const noMailTls =
  'SMTP_URL must be smtps://… or smtp://…?requireTLS=true on main, without an option that weakens TLS, or lead to a mail server on this machine: else codes and links can be read on the way.'
const noDatabaseTls = (name: string, host: string) =>
  `${name} must end in ?sslmode=verify-full on main, or lead to this machine: else somebody on the way to ${host} can read and change what is stored.`
const wideProxies =
  'TRUST_PROXY must name your own proxies on main, and no range wider than /8 (IPv6: /16): anybody in it can claim any address.'
const everybody =
  'TRUST_PROXY: must name the addresses of proxies, separated by commas, and not everybody.'

test('settings that main asks for → nothing is refused', () => {
  expect(refused({})).toEqual([])
})

test('a signer without SIGNER_MAX_USD_PER_DAY → refused, and an api needs none', () => {
  expect(refused({ SIGNER_MAX_USD_PER_DAY: '' })).toEqual([noCap])
  expect(refused({ SIGNER_MAX_USD_PER_DAY: '', ROLES: 'signer' })).toEqual([noCap])
  expect(refused({ SIGNER_MAX_USD_PER_DAY: '', ROLES: 'api,worker' })).toEqual([])
})

test.each(['http://nominas.example', ''])('PUBLIC_URL %j → refused', (PUBLIC_URL) => {
  for (const ROLES of ['api', 'worker']) expect(refused({ PUBLIC_URL, ROLES })).toEqual([noHttps])
  expect(refused({ PUBLIC_URL, ROLES: 'signer' }), 'no link of the signer’s').toEqual([])
})

test.each([
  '',
  '?sslmode=disable',
  '?sslmode=prefer',
  '?sslmode=require',
  '?sslmode=verify-ca',
  '?sslmode=no-verify',
  '?ssl=true',
  '?sslmode=verify-full&sslmode=no-verify',
  '?uselibpqcompat=true&sslmode=require',
])('PostgreSQL on another host with %j → refused', (query) => {
  expect(refused({ DATABASE_URL: at('db.example', query), ROLES: 'api' })).toEqual([
    noDatabaseTls('DATABASE_URL', 'db.example'),
  ])
})

test('each address of the database is looked at, the owner’s by migrate too', () => {
  const urls = {
    DATABASE_URL: at('1.example'),
    DATABASE_DIRECT_URL: at('2.example'),
    WORKER_DATABASE_URL: at('3.example'),
    SIGNER_DATABASE_URL: at('4.example'),
    DATABASE_OWNER_URL: at('5.example'),
  }
  expect(refused(urls)).toEqual(
    Object.keys(urls).map((name, index) => noDatabaseTls(name, `${index + 1}.example`)),
  )
  const { DATABASE_OWNER_URL } = urls
  expect(findSettingFaults({ BITCOIN_NETWORK: 'main', DATABASE_OWNER_URL }, readOwner)).toEqual([
    noDatabaseTls('DATABASE_OWNER_URL', '5.example'),
  ])
  expect(findSettingFaults({ DATABASE_OWNER_URL }, readOwner), 'play money').toEqual([])
})

test('PGSSLMODE=verify-full without it in the address → refused', () => {
  const DATABASE_URL = at('db.example')
  expect(refused({ DATABASE_URL, PGSSLMODE: 'verify-full', ROLES: 'api' })).toHaveLength(1)
})

test.each([
  'smtp://mail.example',
  'smtp://mail.example:587?requireTLS=false',
  'smtp://mail.example?requireTLS=true&requireTLS=false',
  'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false',
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtps://mail.example?service=Maildev',
  'smtp://10.0.0.25',
])('mail by %s → refused', (SMTP_URL) => {
  for (const ROLES of ['api', 'worker']) expect(refused({ SMTP_URL, ROLES })).toEqual([noMailTls])
})

test.each([
  'smtps://user:secret@mail.example:465',
  'smtp://user:secret@mail.example:587?requireTLS=true',
  'smtps://10.0.0.25?tls.servername=mail.example',
  'smtp://127.0.0.1:25',
  'smtp://localhost',
  'smtp://[::1]',
])('mail by %s → accepted', (SMTP_URL) => {
  expect(refused({ SMTP_URL })).toEqual([])
})

test.each([
  ['true', everybody],
  ['0.0.0.0/0', everybody],
  ['::/0', everybody],
  ['loopback, ::/0', everybody],
  ['10.0.0.5,0.0.0.0/0', everybody],
  ['0.0.0.0/1,128.0.0.0/1', wideProxies],
  ['::ffff:0:0/96', wideProxies],
  ['loopback,2000::/3', wideProxies],
])('TRUST_PROXY=%s → refused', (TRUST_PROXY, says) => {
  expect(refused({ TRUST_PROXY, ROLES: 'api' })).toEqual([says])
})

test.each(['loopback', 'uniquelocal,linklocal', '10.0.0.0/8', 'fc00::/7', '2400:cb00::/32'])(
  'TRUST_PROXY=%s → accepted',
  (TRUST_PROXY) => {
    expect(refused({ TRUST_PROXY })).toEqual([])
  },
)

test('certificates unchecked by Node, or Twilio asked without TLS → refused', () => {
  expect(refused({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
    'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 on main: with it no certificate is checked.',
  ])
  expect(refused({ TWILIO_API_URL: 'http://twilio.example' })).toEqual([
    'TWILIO_API_URL must be https on main: codes can be read on the way.',
  ])
})

test('all of it on another network → accepted', () => {
  const { SIGNER_MAX_USD_PER_DAY: _, ...uncapped } = settingsOnMain
  const open = {
    PUBLIC_URL: 'http://nominas.example',
    SMTP_URL: 'smtp://mail.example',
    WORKER_DATABASE_URL: at('db.example'),
    TRUST_PROXY: '0.0.0.0/1',
    ROLES: 'worker',
  }
  expect(readSettings({ ...uncapped, ...open, BITCOIN_NETWORK: 'signet' }).refusals).toEqual([])
})

test('other faults of the settings → said together with what main refuses', () => {
  expect(refused({ MAIL_FROM: '', SIGNER_MAX_USD_PER_DAY: '' })).toEqual([
    'MAIL_FROM is needed beside SMTP_URL: the address that mails come from.',
    noCap,
  ])
})

test('/api/docs is off on main unless API_DOCS asks for it, and on elsewhere', () => {
  expect(readConfig(settingsOnMain).apiDocs).toBe(false)
  expect(readConfig({ ...settingsOnMain, API_DOCS: 'on' }).apiDocs).toBe(true)
  expect(readConfig({}).apiDocs).toBe(true)
  expect(readConfig({ API_DOCS: 'off' }).apiDocs).toBe(false)
})
