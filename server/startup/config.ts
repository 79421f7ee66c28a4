import { dirname, join, resolve } from 'node:path'
import type { ZodError } from 'zod'
import type { Network } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import type { Failpoint } from '../platform/observe/failpoint.ts'
import type { ExchangeSource } from '../ports.ts'
import { ConfigError } from './config-error.ts'
import { backupFaults, findConfigFaults } from './config-faults.ts'
import { type Environment, environment, type ProcessRole } from './environment.ts'
import { feeCeilingsOf } from './fee-settings.ts'
import { type MainnetRefusal, ofEveryProcess, refusalsOnMain } from './mainnet/refusals.ts'
import { readPriceSources } from './price-sources.ts'

/** A PostgreSQL by role; an address that this process does not get is empty. */
export type DatabaseUrls = {
  url: string
  /** Past a pooler. */
  directUrl: string
  workerUrl: string
  signerUrl: string
  /**
   * The owner's address, for migrations and the operator's scripts; a process that serves HTTP
   * refuses it.
   */
  ownerUrl: string
}

/** The place where npm run backup puts its files, and the recipient of their encryption. */
export type BackupSettings = {
  /** A folder of this machine, or a remote of rclone's; both null: nothing is backed up. */
  dir: string | null
  remote: string | null
  /** The program that reaches the remote. */
  command: string
  /** An age1…: who has its secret key reads the backups. */
  recipient: string | null
  /** Another folder or remote, for copies of the signing record; null: it is copied nowhere. */
  recordTo: string | null
}

export type Config = {
  dataDir: string
  host: string
  port: number
  publicUrl: string
  /** Addresses of the proxies whose X-Forwarded-For says who asks. */
  trustProxy: false | string
  roles: ProcessRole[]
  /** The people who may make a company: anybody, the first to come, or nobody. Invitations always may. */
  signUp: 'open' | 'first' | 'closed'
  logLevel: string
  /** How long a process that is to end serves on after its readiness has turned. */
  drainSeconds: number
  network: Network
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
  /** The signer's caps; null: no cap. */
  signerCaps: {
    usdPerPayment: number | null
    /** The cap of each company. */
    usdPerDay: number | null
    usdPerDayOfAll: number | null
  }
  /** null: no mail leaves. */
  smtp: { url: string; from: string } | null
  /** null: no text message leaves. */
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | null
  /**
   * Figures are served on a port of their own at `host`, and on the api's port to those who show the
   * token; null: not there.
   */
  metrics: { host: string; port: number | null; token: string | null }
  /** The exchanges to ask for the price; null: none, it is simulated. */
  priceSources: ExchangeSource[] | null
  /** Whole dollars that may be added to the fee of one slow transaction without asking anybody. */
  autoBumpUsd: number
  feeCeilings: FeeCeilings
  explorerTxUrl: string
  backup: BackupSettings
  /** The key of the MACs over backups, for a user who may not read the MAC key; null: the MAC key gives it. */
  backupMacKeyFile: string | null
  sandbox: boolean
  /** Whether /api/docs and /api/openapi.json are there. */
  apiDocs: boolean
  /** The failpoint at which this process is to die; play money only. */
  failpoint: Failpoint | null
}

const explorers = {
  main: 'https://mempool.space/tx/{txid}',
  test: 'https://mempool.space/testnet/tx/{txid}',
  testnet4: 'https://mempool.space/testnet4/tx/{txid}',
  signet: 'https://mempool.space/signet/tx/{txid}',
} as const

/** The database's addresses, one for each role; null where the embedded one is used. */
function readDatabase(e: Environment, faults: string[]): Config['database'] {
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

/** Settings of migrations, whatever else is set. */
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

/** The owner's backups need of the settings no more than these: their unit is given no others. */
export function readBackup(env: Record<string, string | undefined>) {
  const { dataDir, ownerUrl } = readOwner(env)
  const wanted = {
    BITCOIN_NETWORK: true,
    BACKUP_DIR: true,
    BACKUP_REMOTE: true,
    BACKUP_COMMAND: true,
    BACKUP_RECIPIENT: true,
    BACKUP_MAC_KEY_FILE: true,
    BACKUP_RECORD_TO: true,
    SIGNER_KEY_FILE: true,
    SIGNER_COUNT_FILE: true,
    MAC_KEY_FILE: true,
    FAILPOINT: true,
  } as const
  const given = Object.fromEntries(
    Object.keys(wanted).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  )
  const parsed = environment.pick(wanted).safeParse(given)
  if (!parsed.success) throw new ConfigError(faultsOf(parsed.error))
  const { BITCOIN_NETWORK: network, FAILPOINT: failpoint } = parsed.data
  const faults = [...backupFaults(parsed.data)]
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    dataDir,
    ownerUrl,
    network,
    backup: backupOf(parsed.data),
    signerCountFile: countFileOf(parsed.data, dataDir),
    macKeyFile: macKeyFileOf(parsed.data, dataDir),
    backupMacKeyFile: parsed.data.BACKUP_MAC_KEY_FILE ?? null,
    failpoint: network === 'regtest' ? (failpoint ?? null) : null,
  }
}

const faultsOf = ({ issues }: ZodError) =>
  issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`)

type BackupVariables = Pick<
  Environment,
  'BACKUP_DIR' | 'BACKUP_REMOTE' | 'BACKUP_COMMAND' | 'BACKUP_RECIPIENT' | 'BACKUP_RECORD_TO'
>
const backupOf = (e: BackupVariables): BackupSettings => ({
  dir: e.BACKUP_DIR ? resolve(e.BACKUP_DIR) : null,
  remote: e.BACKUP_REMOTE ?? null,
  command: e.BACKUP_COMMAND,
  recipient: e.BACKUP_RECIPIENT ?? null,
  recordTo: e.BACKUP_RECORD_TO ?? null,
})

const signerKeyFileOf = (e: Pick<Environment, 'SIGNER_KEY_FILE'>, dataDir: string): string =>
  resolve(e.SIGNER_KEY_FILE ?? join(dataDir, 'secrets', 'signer.key'))

const countFileOf = (
  e: Pick<Environment, 'SIGNER_KEY_FILE' | 'SIGNER_COUNT_FILE'>,
  dataDir: string,
): string =>
  resolve(e.SIGNER_COUNT_FILE ?? join(dirname(signerKeyFileOf(e, dataDir)), 'signer.count'))

const macKeyFileOf = (e: Pick<Environment, 'MAC_KEY_FILE'>, dataDir: string): string =>
  resolve(e.MAC_KEY_FILE ?? join(dataDir, 'secrets', 'mac.key'))

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
    throw new ConfigError(faultsOf(parsed.error))
  }
  const e = parsed.data
  const sandbox = e.SANDBOX ?? e.BITCOIN_NETWORK === 'regtest'
  const faults = findConfigFaults(e, sandbox)
  const priceSources = readPriceSources(e, faults)
  const database = readDatabase(e, faults)
  const isMain = e.BITCOIN_NETWORK === 'main'
  const refusals = isMain ? refusalsOnMain(e, given) : []
  if (faults.length > 0) throw new ConfigError([...faults, ...refusals.map(({ says }) => says)])
  return { config: configOf(e, { sandbox, priceSources, database }), refusals }
}

/** Passkeys want a name: this machine has one. */
const nameOfHost = (host: string) =>
  host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host

function configOf(
  e: Environment,
  { sandbox, priceSources, database }: Pick<Config, 'sandbox' | 'priceSources' | 'database'>,
): Config {
  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = (e.PUBLIC_URL ?? `http://${nameOfHost(e.HOST)}:${e.PORT}`).replace(/\/$/, '')
  return {
    dataDir,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    trustProxy: e.TRUST_PROXY ?? false,
    roles: e.ROLES,
    signUp: e.SIGN_UP ?? (sandbox ? 'open' : 'first'),
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
    signerKeyFile: signerKeyFileOf(e, dataDir),
    signerCountFile: countFileOf(e, dataDir),
    macKeyFile: macKeyFileOf(e, dataDir),
    signerCaps: {
      usdPerPayment: e.SIGNER_MAX_USD_PER_PAYMENT ?? null,
      usdPerDay: e.SIGNER_MAX_USD_PER_DAY ?? null,
      usdPerDayOfAll: e.SIGNER_MAX_USD_PER_DAY_ALL ?? null,
    },
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    twilio: twilioOf(e),
    metrics: {
      host: e.METRICS_HOST,
      port: e.METRICS_PORT ?? null,
      token: e.METRICS_TOKEN ?? null,
    },
    priceSources,
    autoBumpUsd: e.AUTO_BUMP_USD,
    feeCeilings: feeCeilingsOf(e),
    explorerTxUrl:
      e.EXPLORER_TX_URL ??
      (e.BITCOIN_NETWORK === 'regtest' ? '/sandbox/tx/{txid}' : explorers[e.BITCOIN_NETWORK]),
    backup: backupOf(e),
    backupMacKeyFile: e.BACKUP_MAC_KEY_FILE ?? null,
    sandbox,
    apiDocs: e.API_DOCS ?? e.BITCOIN_NETWORK !== 'main',
    failpoint: e.FAILPOINT ?? null,
  }
}

function twilioOf(e: Environment): Config['twilio'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = e
  if (!accountSid || !authToken || !from) return null
  return { accountSid, authToken, from, apiUrl: e.TWILIO_API_URL.replace(/\/$/, '') }
}
