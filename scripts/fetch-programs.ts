import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientTool } from '#server/embedded/client-tools.ts'
import { fetchKnots, findCachedKnots } from '#server/embedded/debian-knots.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { command } from './command.ts'
import { print } from './print.ts'

/**
 * Fetches for deploy/install.sh: bitcoind and PostgreSQL's client tools of Debian unstable, in the
 * folder `quincena` of XDG_CACHE_HOME, with a program there that runs the first.
 */
command(async () => {
  const { XDG_CACHE_HOME: folder } = process.env
  if (!folder) throw new Error('XDG_CACHE_HOME is not set: the programs lie in a folder of it.')
  const { file, args } =
    findCachedKnots(folder) ?? (await fetchKnots(folder, createLog('warn'))) ?? {}
  if (!file || !args) throw new Error('Debian has no bitcoind for this machine.')
  const started = join(folder, 'quincena', 'bitcoind')
  const words = [file, ...args].map((word) => `'${word}'`).join(' ')
  writeFileSync(started, `#!/bin/sh\nexec ${words} "$@"\n`)
  chmodSync(started, 0o755)
  print(started)
  print((await clientTool('pg_dump')).file)
  return true
})
