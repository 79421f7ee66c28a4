import { parseArgs } from 'node:util'
import type pg from 'pg'
import { readBackup } from '#server/startup/config.ts'
import { doubtsAbout } from './backup/doubts.ts'
import { keysFor } from './backup/keys.ts'
import { openBackup, restoreAndCompare } from './backup/prove.ts'
import { withServer } from './backup/server.ts'
import { summary } from './backup/sums.ts'
import { besideDatabase, inSession, inThrowaway } from './backup/throwaway.ts'
import { whichFile } from './backup/which-file.ts'
import { command } from './command.ts'
import { print } from './print.ts'

/** Restores a backup into a database that is dropped after, and compares sums. The program may run. */
command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  })
  const config = readBackup(process.env)
  const file = await whichFile(positionals[0], config.backup)
  const { dataDir } = config
  const identities = await keysFor(file.name, { dataDir, keyFile: values.key })
  await withServer(config, { beside: true }, async (ownerUrl) => {
    const manifest = await besideDatabase(ownerUrl, async (admin) => {
      const opened = await openBackup(file.bytes(), identities)
      return inThrowaway(admin, ownerUrl, (address) => restoreAndCompare(address, opened))
    })
    const isNoted = await inSession(ownerUrl, (client) => noteProof(client, file.name))
    print(`${file.name} of ${manifest.at} restores whole: ${summary(manifest.sums)}.`)
    for (const doubt of await doubtsAbout(config, file.name, manifest)) print(doubt)
    if (!isNoted)
      print('The database here does not list this backup, so its screens do not say so.')
  })
  return true
})

async function noteProof(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('backups') IS NOT NULL AS there`,
  )
  if (!rows[0]?.there) return false
  const noted = await client.query('UPDATE backups SET proven_at = now() WHERE name = $1', [name])
  return noted.rowCount === 1
}
