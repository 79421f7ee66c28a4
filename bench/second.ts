import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProgramSettings, ServerProcess } from '#server/testing/process.ts'
import type { BenchInstallation } from './installation.ts'

/** Another process of the same installation, on the first one's database, node and keys. */
export function startSecond(
  it: BenchInstallation,
  roles: 'api' | 'api,worker',
  settings: (urlOf: (role: string) => string) => ProgramSettings = () => ({}),
): Promise<ServerProcess> {
  const { postgres, bitcoind } = it.connections()
  const { passwords } = JSON.parse(readFileSync(join(it.dataDir, 'postgres.json'), 'utf8')) as {
    passwords: Record<string, string>
  }
  const as = (role: string) => {
    const url = new URL(postgres)
    url.username = role
    url.password = passwords[role] ?? ''
    return url.href
  }
  return ServerProcess.start({
    DATA_DIR: join(it.dataDir, 'second'),
    ROLES: roles,
    DATABASE_URL: as('quincena_app'),
    ...(roles === 'api' ? {} : { WORKER_DATABASE_URL: as('quincena_worker') }),
    MAC_KEY_FILE: join(it.dataDir, 'secrets', 'mac.key'),
    BITCOIND_RPC_URL: bitcoind.rpcUrl,
    BITCOIND_COOKIE_FILE: bitcoind.cookieFile,
    ...settings(as),
  })
}
