import { isThisMachine } from './this-machine.ts'

const yes = ['true', '1']

/**
 * The options that nodemailer takes from the query and that leave TLS alone. All others are refused:
 * `service`, `proxy` with `secured`, or `sendmail` would send mails some other way.
 */
const harmless = new Set([
  'requireTLS',
  'name',
  'authMethod',
  'localAddress',
  'pool',
  'maxConnections',
  'maxMessages',
  'tls.servername',
  'tls.minVersion',
])

/**
 * Whether mails leave by TLS whose certificate is checked, implicit (smtps:) or by a STARTTLS that must
 * succeed. A relay on this machine needs none.
 */
export function isSmtpSafe(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address)
  const names = [...searchParams.keys()]
  if (names.some((name) => !harmless.has(name)) || new Set(names).size < names.length) return false
  if (protocol === 'smtps:' || yes.includes(searchParams.get('requireTLS') ?? '')) return true
  return isThisMachine(hostname.replace(/^\[(.+)\]$/, '$1'))
}
