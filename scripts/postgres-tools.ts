import { fetchClientTools } from '#server/embedded/client-tools.ts'
import { hasPostgresTools } from '#server/testing/postgres-tools.ts'
import { say } from './install.mjs'

/**
 * Fetches them where there are none. Without them the tests of deploy/ fail, which say the same.
 */
export async function ensurePostgresTools(): Promise<void> {
  if (hasPostgresTools()) return
  say('Fetching the client tools of PostgreSQL from Debian (11 MB, once).')
  await fetchClientTools().catch((error: Error) =>
    say(`They could not be fetched (${error.message}): the tests of deploy/ will fail.`),
  )
}
