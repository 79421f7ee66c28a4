import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateJobs } from './jobs.ts'
import { PrimaryClient } from './primary.ts'
import {
  compareMigrations,
  DatabaseOutdated,
  databaseFromBefore,
  migrationsFolder,
} from './schema-version.ts'

/** Any number, the same in all processes: two that start at once migrate one after the other. */
const migrationLock = 7_305_120_261

/**
 * Brings the database of `ownerUrl` to the newest schema: each file of server/migrations once, in
 * the order of its number, each in a transaction of its own together with the note that it ran; and
 * the schema of the jobs, whose migrations come with their library. Returns the files that ran.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new PrimaryClient({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    const { missing, isFromBefore } = await compareMigrations(client)
    if (isFromBefore) throw new DatabaseOutdated(databaseFromBefore)
    await migrateJobs(ownerUrl)
    for (const name of missing) {
      const sql = await readFile(join(migrationsFolder, name), 'utf8')
      try {
        await client.query('BEGIN')
        await client.query(sql)
        await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
        await client.query('COMMIT')
      } catch (cause) {
        await client.query('ROLLBACK')
        throw new Error(`Migration ${name} failed; the database is as it was before it`, { cause })
      }
    }
    return missing
  } finally {
    await client.end()
  }
}
