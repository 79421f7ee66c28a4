import { clientTool } from '#server/embedded/client-tools.ts'
import { feed, startProgram } from './program.ts'

/** The address for libpq, and the password apart from it: every user reads command lines. */
export function connectionOf(address: string): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  url.password = ''
  // libpq knows no authorities by itself, and the program's own library those of the system.
  if (url.searchParams.get('sslmode') === 'verify-full' && !url.searchParams.has('sslrootcert')) {
    url.searchParams.set('sslrootcert', 'system')
  }
  return { url: url.href, env: { ...process.env, PGPASSWORD: password } }
}

async function run(tool: string, args: string[], { url, env }: ReturnType<typeof connectionOf>) {
  const program = await clientTool(tool)
  const argv = [...program.args, ...args, `--dbname=${url}`]
  return startProgram(program.file, argv, { named: tool, env })
}

/** The database as `snapshot` shows it. Ends in an error, and not early, where pg_dump fails. */
export async function* dumpDatabase(address: string, snapshot: string): AsyncGenerator<Uint8Array> {
  const args = ['--format=custom', '--no-password', `--snapshot=${snapshot}`]
  const { child, whenEnded } = await run('pg_dump', args, connectionOf(address))
  child.stdin.end()
  try {
    yield* child.stdout
    await whenEnded()
  } finally {
    child.kill()
  }
}

/** Into an empty database. Throws what `dump` throws, and then what pg_restore says. */
export async function restoreInto(address: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const args = ['--exit-on-error', '--no-owner', '--no-password']
  const { child, whenEnded } = await run('pg_restore', args, connectionOf(address))
  child.stdout.resume()
  await feed({ child, whenEnded }, dump)
}
