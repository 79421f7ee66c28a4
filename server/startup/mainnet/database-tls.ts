import { isThisMachine } from './this-machine.ts'

/** The variable that the pg library takes the host from where the address names none. */
type Environment = { PGHOST?: string | undefined }

/**
 * The host, or the folder of the socket, that the pg library connects to. `host` in the query wins
 * over the host of the address, and the last `host` over those before.
 */
export function databaseHost(address: string, { PGHOST }: Environment): string {
  const url = new URL(address)
  if (url.protocol === 'socket:') return url.pathname
  const lastHost = url.searchParams.getAll('host').at(-1)
  const named = decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1')
  return lastHost || named || PGHOST || 'localhost'
}

/**
 * Whether a connection stays on this machine, or checks the certificate and its name. Only the literal
 * `verify-full` counts: pg 8 reads `require`, `prefer` and `verify-ca` as that, pg 9 will not, and
 * `uselibpqcompat=true` makes them check less today. PGSSLMODE does not count, because the signer's
 * process is not given it.
 */
export function isDatabaseSafe(address: string, environment: Environment): boolean {
  const host = databaseHost(address, environment)
  if (host.startsWith('/') || isThisMachine(host)) return true
  const modes = new URL(address).searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full')
}
