import { isIP } from 'node:net'
import { z } from 'zod'
import { networks } from '#domain/address.ts'
import { failpoints } from '../platform/observe/failpoint.ts'
import { exchangeNames } from '../ports.ts'
import { feeSettings } from './fee-settings.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))
/** The proxies whose X-Forwarded-For is believed: none, or those at these addresses. */
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

export const environment = z.object({
  DATA_DIR: z.string().default('./data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: trustProxy.optional(),
  SIGN_UP: z
    .enum(['open', 'first', 'closed'], { error: 'must be open, first or closed' })
    .optional(),
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
  SIGNER_MAX_USD_PER_DAY_ALL: wholeDollars.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().includes('@').optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: z.url().default('https://api.twilio.com'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: z.string().min(32).optional(),
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum([...exchangeNames, 'simulated'])).min(1))
    .optional(),
  COINBASE_URL: baseUrl('https://api.coinbase.com'),
  KRAKEN_URL: baseUrl('https://api.kraken.com'),
  BITSTAMP_URL: baseUrl('https://www.bitstamp.net'),
  COINGECKO_URL: baseUrl('https://api.coingecko.com'),
  AUTO_BUMP_USD: z.coerce.number().int().min(0).max(1e6).default(5),
  ...feeSettings.shape,
  EXPLORER_TX_URL: z.string().includes('{txid}').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_REMOTE: z
    .string()
    .regex(/^[\w.][\w. +@-]*:/, { error: 'must be a remote of rclone: name:path' })
    .optional(),
  BACKUP_COMMAND: z.string().default('rclone'),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[\da-z]+$/, { error: 'must be the age1… that npm run backup:key printed' })
    .optional(),
  BACKUP_MAC_KEY_FILE: z.string().optional(),
  BACKUP_RECORD_TO: z.string().optional(),
  SANDBOX: onOff.optional(),
  API_DOCS: onOff.optional(),
  FAILPOINT: z.enum(failpoints).optional(),
})

export type Environment = z.infer<typeof environment>

export type ProcessRole = z.infer<typeof role>

export const settingNames: readonly string[] = Object.keys(environment.shape)
