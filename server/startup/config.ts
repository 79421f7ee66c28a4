import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { networks } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { type Failpoint, failpoints } from '../platform/observe/failpoint.ts'
import { type MarketName, type MarketSource, marketNames } from '../ports.ts'
import { feeCeilingsOf, feeSettings } from './fee-settings.ts'
import { type MainnetRefusal, ofEveryProcess, refusalsOnMain } from './mainnet/refusals.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))
/** Whose X-Forwarded-For is believed: nobody's, or that of proxies at these addresses. */
const trustProxy = z
  .string()
  .refine((text) => text.split(',').every((part) => isProxyAddress(part.trim())), {
    error: 'must name the addresses of proxies, separated by commas, and not everybody',
  })
const wholeDollars = z.coerce.number().int().min(1).max(1e12)
const baseUrl = (standard: string) => z.url({ protocol: /^https?$/ }).default(standard)
const role = z.enum(['api', 'worker', 'signer'])

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : 0
  return prefix >= 1 && prefix <= (version === 4 ? 32 : 128)
}

const environment = z.object({
  DATA_DIR: z.string().default('./data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: trustProxy.optional(),
  ROLES: z
    .string()
    .default('api,worker,signer')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(role).min(1)),
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  BITCOIN_NETWORK: z.enum(networks).default('regtest'),
  BITCOIND_RPC_URL: z.url().optional(),
  BITCOIND_COOKIE_FILE: z.string().optional(),
  BITCOIND_RPC_USER: z.string().optional(),
  BITCOIND_RPC_PASSWORD: z.string().optional(),
  DATABASE_URL: z.url().optional(),
  DATABASE_DIRECT_URL: z.url().optional(),
  DATABASE_OWNER_URL: z.url().optional(),
  WORKER_DATABASE_URL: z.url().optional(),
  SIGNER_DATABASE_URL: z.url().optional(),
  SIGNER_KEY_FILE: z.string().optional(),
  SIGNER_COUNT_FILE: z.string().optional(),
  MAC_KEY_FILE: z.string().optional(),
  SIGNER_MAX_USD_PER_PAYMENT: wholeDollars.optional(),
  SIGNER_MAX_USD_PER_DAY: wholeDollars.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().includes('@').optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: z.url().default('https://api.twilio.com'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum([...marketNames, 'simulated'])).min(1))
    .optional(),
  COINBASE_URL: baseUrl('https://api.coinbase.com'),
  KRAKEN_URL: baseUrl('https://api.kraken.com'),
  BITSTAMP_URL: baseUrl('https://www.bitstamp.net'),
  COINGECKO_URL: baseUrl('https://api.coingecko.com'),
  AUTO_BUMP_USD: z.coerce.number().int().min(0).max(1e6).default(5),
  ...feeSettings.shape,
  EXPLORER_TX_URL: z.string().includes('{txid}').optional(),
  SANDBOX: onOff.optional(),
  API_DOCS: onOff.optional(),
  FAILPOINT: z.enum(failpoints).optional(),
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Role = z.infer<typeof role>

/** One PostgreSQL as each role signs in to it; empty where this process is not told. */
export type DatabaseUrls = {
  url: string
  /** Past a pooler. */
  directUrl: string
  workerUrl: string
  signerUrl: string
  /** For migrations and the operator's scripts; a process that serves HTTP refuses it. */
  ownerUrl: string
}

export type Config = {
  dataDir: string
  host: string
  port: number
  publicUrl: string
  /** Addresses of the proxies whose X-Forwarded-For says who asks. */
  trustProxy: false | string
  roles: Role[]
  logLevel: string
  /** How long a process that is to end serves on after its readiness has turned. */
  drainSeconds: number
  network: z.infer<typeof environment>['BITCOIN_NETWORK']
  /** null: the embedded node of DATA_DIR. */
  bitcoind: {
    rpcUrl: string
    cookieFile: string | null
    user: string | null
    password: string | null
  } | null
  /** null: the embedded PostgreSQL of DATA_DIR. */
  database: DatabaseUrls | null
  signerKeyFile: string
  /** How many signatures were made; the signer writes it. */
  signerCountFile: string
  macKeyFile: string
  /** What the signer lets through whatever it is asked; null: no cap. */
  signerCaps: { usdPerPayment: number | null; usdPerDay: number | null }
  /** null: no mail leaves. */
  smtp: { url: string; from: string } | null
  /** null: no text message leaves. */
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | null
  /** Where figures are served; without a port of their own, on the api's, at that address alone. */
  metrics: { host: string; port: number | null }
  /** Whom to ask for the price; null: nobody, it is simulated. */
  priceSources: MarketSource[] | null
  /** Whole dollars that may be added to the fee of one slow transaction without asking anybody. */
  autoBumpUsd: number
  feeCeilings: FeeCeilings
  explorerTxUrl: string
  sandbox: boolean
  /** Whether /api/docs and /api/openapi.json are there. */
  apiDocs: boolean
  /** Where this process is to die; play money only. */
  failpoint: Failpoint | null
}

const explorers = {
  main: 'https://mempool.space/tx/{txid}',
  test: 'https://mempool.space/testnet/tx/{txid}',
  testnet4: 'https://mempool.space/testnet4/tx/{txid}',
  signet: 'https://mempool.space/signet/tx/{txid}',
} as const

/** Every fault of the settings at once, a sentence each. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** A median of fewer is what one of them says. */
const sourcesAtLeast = 3

function priceSourcesOf(e: z.infer<typeof environment>, faults: string[]): Config['priceSources'] {
  const isPlay = e.BITCOIN_NETWORK === 'regtest'
  const names = new Set(e.PRICE_SOURCES ?? (isPlay ? (['simulated'] as const) : marketNames))
  if (names.has('simulated')) {
    if (names.size > 1) faults.push('PRICE_SOURCES is either simulated or names of markets.')
    if (!isPlay) {
      faults.push(
        `PRICE_SOURCES must name markets on ${e.BITCOIN_NETWORK}: a simulated price is good for play money only.`,
      )
    }
    return null
  }
  if (names.size < sourcesAtLeast) {
    faults.push(
      `PRICE_SOURCES must name at least ${sourcesAtLeast} of ${marketNames.join(', ')}, so that one that is wrong moves nothing.`,
    )
  }
  const urls: Record<MarketName, string> = {
    coinbase: e.COINBASE_URL,
    kraken: e.KRAKEN_URL,
    bitstamp: e.BITSTAMP_URL,
    coingecko: e.COINGECKO_URL,
  }
  const sources = marketNames
    .filter((name) => names.has(name))
    .map((name) => ({ name, baseUrl: urls[name] }))
  for (const { name, baseUrl } of sources) {
    if (e.BITCOIN_NETWORK === 'main' && !baseUrl.startsWith('https:')) {
      faults.push(
        `${name.toUpperCase()}_URL must be https on main: anybody in between could set the price.`,
      )
    }
  }
  return sources
}

/** The database's addresses, one for each role; null where the embedded one is used. */
function databaseOf(e: z.infer<typeof environment>, faults: string[]): Config['database'] {
  const needed = [
    ['api', 'DATABASE_URL', e.DATABASE_URL],
    ['worker', 'WORKER_DATABASE_URL', e.WORKER_DATABASE_URL],
    ['signer', 'SIGNER_DATABASE_URL', e.SIGNER_DATABASE_URL],
  ] as const
  if (needed.every(([, , url]) => !url)) return null
  for (const [role, setting, url] of needed) {
    if (url || !e.ROLES.includes(role)) continue
    faults.push(
      `${setting} is needed beside those of the other roles: the ${role} signs in to the database as a role of its own.`,
    )
  }
  return {
    url: e.DATABASE_URL ?? '',
    directUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL ?? '',
    workerUrl: e.WORKER_DATABASE_URL ?? '',
    signerUrl: e.SIGNER_DATABASE_URL ?? '',
    ownerUrl: e.DATABASE_OWNER_URL ?? '',
  }
}

/** Where migrations run, whatever else is set. */
export function readOwner(env: Record<string, string | undefined>) {
  const wanted = { DATA_DIR: true, DATABASE_OWNER_URL: true, BITCOIN_NETWORK: true } as const
  const given = environment.pick(wanted).parse({
    DATA_DIR: env.DATA_DIR || undefined,
    DATABASE_OWNER_URL: env.DATABASE_OWNER_URL || undefined,
    BITCOIN_NETWORK: env.BITCOIN_NETWORK || undefined,
  })
  if (given.BITCOIN_NETWORK === 'main') requireNone([...ofEveryProcess(given, env)])
  return { dataDir: resolve(given.DATA_DIR), ownerUrl: given.DATABASE_OWNER_URL ?? null }
}

function requireNone(refusals: readonly MainnetRefusal[]): void {
  if (refusals.length > 0) throw new ConfigError(refusals.map(({ says }) => says))
}

/** Reads the settings; the only reader of the environment. Throws a ConfigError listing all faults. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, refusals } = readSettings(env)
  requireNone(refusals)
  return config
}

/** The settings with what the start refuses of them on `main`, for the doctor. Throws on other faults. */
export function readSettings(env: Record<string, string | undefined>): {
  config: Config
  refusals: MainnetRefusal[]
} {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`),
    )
  }
  const e = parsed.data
  const faults: string[] = []
  const sandbox = e.SANDBOX ?? e.BITCOIN_NETWORK === 'regtest'
  if (sandbox && e.BITCOIN_NETWORK !== 'regtest') {
    faults.push(
      `SANDBOX hands out play money and runs on regtest only, not on ${e.BITCOIN_NETWORK}.`,
    )
  }
  const priceSources = priceSourcesOf(e, faults)
  if (e.BITCOIN_NETWORK !== 'regtest' && !e.BITCOIND_RPC_URL) {
    faults.push(
      `BITCOIND_RPC_URL is needed on ${e.BITCOIN_NETWORK}: only regtest has a node of its own.`,
    )
  }
  if (e.BITCOIND_RPC_URL && !e.BITCOIND_COOKIE_FILE && !e.BITCOIND_RPC_USER) {
    faults.push(
      'BITCOIND_RPC_URL needs BITCOIND_COOKIE_FILE, or BITCOIND_RPC_USER and BITCOIND_RPC_PASSWORD.',
    )
  }
  const database = databaseOf(e, faults)
  const isMain = e.BITCOIN_NETWORK === 'main'
  const signs = e.ROLES.includes('signer')
  if (isMain && (!e.MAC_KEY_FILE || (signs && !e.SIGNER_KEY_FILE))) {
    faults.push(
      'MAC_KEY_FILE, and SIGNER_KEY_FILE where the signer runs, are needed on main: keys made by default are for play money.',
    )
  }
  if (e.SMTP_URL && !e.MAIL_FROM) {
    faults.push('MAIL_FROM is needed beside SMTP_URL: the address that mails come from.')
  }
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = e
  const twilio = [accountSid, authToken, from].filter((value) => value !== undefined)
  if (twilio.length > 0 && twilio.length < 3) {
    faults.push(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are needed together, or none of them.',
    )
  }
  if (e.FAILPOINT && !sandbox) faults.push('FAILPOINT is for tests in the sandbox alone.')
  const refusals = isMain ? refusalsOnMain(e, given) : []
  if (faults.length > 0) throw new ConfigError([...faults, ...refusals.map(({ says }) => says)])

  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = (e.PUBLIC_URL ?? `http://${e.HOST}:${e.PORT}`).replace(/\/$/, '')
  const signerKeyFile = resolve(e.SIGNER_KEY_FILE ?? join(dataDir, 'secrets', 'signer.key'))
  const config: Config = {
    dataDir,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    trustProxy: e.TRUST_PROXY ?? false,
    roles: e.ROLES,
    drainSeconds: e.DRAIN_SECONDS ?? (sandbox ? 0 : 10),
    logLevel: e.LOG_LEVEL ?? (sandbox ? 'warn' : 'info'),
    network: e.BITCOIN_NETWORK,
    bitcoind: e.BITCOIND_RPC_URL
      ? {
          rpcUrl: e.BITCOIND_RPC_URL,
          cookieFile: e.BITCOIND_COOKIE_FILE ?? null,
          user: e.BITCOIND_RPC_USER ?? null,
          password: e.BITCOIND_RPC_PASSWORD ?? null,
        }
      : null,
    database,
    signerKeyFile,
    signerCountFile: resolve(e.SIGNER_COUNT_FILE ?? join(dirname(signerKeyFile), 'signer.count')),
    macKeyFile: resolve(e.MAC_KEY_FILE ?? join(dataDir, 'secrets', 'mac.key')),
    signerCaps: {
      usdPerPayment: e.SIGNER_MAX_USD_PER_PAYMENT ?? null,
      usdPerDay: e.SIGNER_MAX_USD_PER_DAY ?? null,
    },
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    twilio:
      accountSid && authToken && from
        ? { accountSid, authToken, from, apiUrl: e.TWILIO_API_URL.replace(/\/$/, '') }
        : null,
    metrics: { host: e.METRICS_HOST, port: e.METRICS_PORT ?? null },
    priceSources,
    autoBumpUsd: e.AUTO_BUMP_USD,
    feeCeilings: feeCeilingsOf(e),
    explorerTxUrl:
      e.EXPLORER_TX_URL ??
      (e.BITCOIN_NETWORK === 'regtest' ? '/sandbox/tx/{txid}' : explorers[e.BITCOIN_NETWORK]),
    sandbox,
    apiDocs: e.API_DOCS ?? !isMain,
    failpoint: e.FAILPOINT ?? null,
  }
  return { config, refusals }
}
