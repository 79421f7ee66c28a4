import { databaseHost, isDatabaseSafe } from './database-tls.ts'
import { isSmtpSafe } from './smtp-tls.ts'
import { hasWideRange, shortestPrefix } from './wide-ranges.ts'

/**
 * Settings with which no process starts on the network `main`, each in one sentence that names the
 * setting. The doctor says the same sentences.
 */

/** `about`: the part that must not be asked while it is set like this. */
export type MainnetRefusal = { about: 'database' | 'mail' | 'settings'; says: string }

const databaseSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'WORKER_DATABASE_URL',
  'SIGNER_DATABASE_URL',
  'DATABASE_OWNER_URL',
] as const

type Name =
  | (typeof databaseSettings)[number]
  | 'PUBLIC_URL'
  | 'TRUST_PROXY'
  | 'SMTP_URL'
  | 'TWILIO_API_URL'

type Settings = { [name in Name]?: string | undefined } & {
  ROLES: readonly string[]
  SIGNER_MAX_USD_PER_DAY?: number | undefined
}

/** The variables of other programs. */
type Environment = Record<string, string | undefined>

const refused = (says: string, about: MainnetRefusal['about'] = 'settings') => ({ about, says })
const isHttps = (url: string) => new URL(url).protocol === 'https:'

/** The refusals that concern a process of these roles. */
export function refusalsOnMain(settings: Settings, env: Environment): MainnetRefusal[] {
  const { ROLES } = settings
  return [
    ...(ROLES.includes('signer') ? ofSigner(settings) : []),
    ...(ROLES.includes('api') || ROLES.includes('worker') ? ofPeople(settings) : []),
    ...(ROLES.includes('api') ? ofProxies(settings) : []),
    ...ofEveryProcess(settings, env),
  ]
}

function* ofSigner({ SIGNER_MAX_USD_PER_DAY }: Settings): Generator<MainnetRefusal> {
  if (SIGNER_MAX_USD_PER_DAY !== undefined) return
  yield refused(
    'SIGNER_MAX_USD_PER_DAY is needed on main: set the whole dollars that the signer may sign for a company within 24 hours.',
  )
}

/** How people reach the program, and it them. */
function* ofPeople({ PUBLIC_URL, SMTP_URL, TWILIO_API_URL }: Settings): Generator<MainnetRefusal> {
  if (!PUBLIC_URL || !isHttps(PUBLIC_URL)) {
    yield refused(
      'PUBLIC_URL must be the https:// address that people open on main: without TLS passwords and codes can be read on the way.',
    )
  }
  if (SMTP_URL && !isSmtpSafe(SMTP_URL)) {
    yield refused(
      'SMTP_URL must be smtps://… or smtp://…?requireTLS=true on main, without an option that weakens TLS, or lead to a mail server on this machine: else codes and links can be read on the way.',
      'mail',
    )
  }
  if (TWILIO_API_URL && !isHttps(TWILIO_API_URL)) {
    yield refused('TWILIO_API_URL must be https on main: codes can be read on the way.')
  }
}

function* ofProxies({ TRUST_PROXY }: Settings): Generator<MainnetRefusal> {
  if (!TRUST_PROXY || !hasWideRange(TRUST_PROXY)) return
  const { ipv4, ipv6 } = shortestPrefix
  yield refused(
    `TRUST_PROXY must name your own proxies on main, and no range wider than /${ipv4} (IPv6: /${ipv6}): anybody in it can claim any address.`,
  )
}

/** Refusals for every process, also for `npm run migrate`, which has no role. */
export function* ofEveryProcess(
  settings: Omit<Settings, 'ROLES'>,
  env: Environment,
): Generator<MainnetRefusal> {
  for (const name of databaseSettings) {
    const url = settings[name]
    if (!url || isDatabaseSafe(url, env)) continue
    yield refused(
      `${name} must end in ?sslmode=verify-full on main, or lead to this machine: else somebody on the way to ${databaseHost(url, env)} can read and change what is stored.`,
      'database',
    )
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    yield refused(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 on main: with it no certificate is checked.',
    )
  }
}
