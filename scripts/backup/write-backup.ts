import type { KeyObject } from 'node:crypto'
import { identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Config } from '#server/startup/config.ts'
import { encryptStream } from './encryption.ts'
import { backupName, findOutlived } from './keep.ts'
import { addBackupKey } from './keys.ts'
import { type Manifest, manifestLine, settingsOf } from './manifest.ts'
import { withMac } from './manifest-mac.ts'
import { dumpDatabase } from './postgres-programs.ts'
import { isUnfinished, type Store } from './stored-file.ts'
import { sumsOf } from './sums.ts'
import { besideDatabase, inSession } from './throwaway.ts'

export type Written = { name: string; bytes: number; manifest: Manifest; notDeleted: string[] }

/** Backs up the database as it is now; the program may run. The sums are those of the same moment. */
export async function writeBackup(
  { dataDir, backup: { recipient }, network }: Pick<Config, 'dataDir' | 'backup' | 'network'>,
  { ownerUrl, store, macKey }: { ownerUrl: string; store: Store; macKey: KeyObject | null },
): Promise<Written> {
  if (!recipient) throw new Error('BACKUP_RECIPIENT is not set: npm run backup:key makes one.')
  return besideDatabase(ownerUrl, () =>
    inSession(ownerUrl, async (client) => {
      const { at, snapshot } = await holdSnapshot(client)
      const name = backupName(at)
      const { rows } = await client.query<{ name: string }>(
        'SELECT name FROM migrations ORDER BY name',
      )
      const manifest = withMac(macKey, {
        format: 1,
        at: at.toISOString(),
        network,
        migrations: rows.map((row) => row.name),
        settings: settingsOf(process.env),
        sums: await sumsOf(client),
      })
      const own = await identityToRecipient(await addBackupKey(dataDir, name))
      const plain = withManifest(manifest, dumpDatabase(ownerUrl, snapshot))
      const bytes = await store.write(name, await encryptStream(plain, [recipient, own]))
      await client.query('COMMIT')
      failpoint('backup-before-record')
      await client.query('INSERT INTO backups (name, at, bytes) VALUES ($1, $2, $3)', [
        name,
        at,
        bytes,
      ])
      return { name, bytes, manifest, notDeleted: await deleteOutlived(client, store) }
    }),
  )
}

/** pg_dump and the sums look at the same moment, as long as this session stays in its transaction. */
async function holdSnapshot(client: pg.Client): Promise<{ at: Date; snapshot: string }> {
  await client.query('SET statement_timeout = 0')
  await client.query('SET idle_in_transaction_session_timeout = 0')
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  const { rows } = await client.query<{ at: Date; snapshot: string }>(
    'SELECT now() AS at, pg_export_snapshot() AS snapshot',
  )
  const [row] = rows
  if (!row) throw new Error('one row is always there')
  return row
}

async function* withManifest(
  manifest: Manifest,
  dump: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield manifestLine(manifest)
  for await (const part of dump) {
    yield part
    failpoint('backup-half-written')
  }
}

/** A place that lets nothing be deleted is a safer one: the new backup counts all the same. */
async function deleteOutlived(client: pg.Client, store: Store): Promise<string[]> {
  const names = await store.list()
  const notDeleted: string[] = []
  for (const name of [...findOutlived(names), ...names.filter(isUnfinished)]) {
    try {
      await store.remove(name)
      await client.query('DELETE FROM backups WHERE name = $1', [name])
    } catch (error) {
      notDeleted.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return notDeleted
}

export const noteRecordCopied = (ownerUrl: string, name: string, at: Date): Promise<unknown> =>
  inSession(ownerUrl, (client) =>
    client.query('UPDATE backups SET record_at = $2 WHERE name = $1', [name, at]),
  )
