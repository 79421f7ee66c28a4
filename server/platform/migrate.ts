import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrateJobs } from './jobs.ts'

const folder = join(import.meta.dirname, '../migrations')
/** Any number, the same in all processes: two that start at once migrate one after the other. */
const migrationLock = 7_305_120_261

/**
 * Brings the database of `ownerUrl` to the newest schema: each file of server/migrations once, in
 * the order of its number, each in a transaction of its own together with the note that it ran; and
 * the schema of the jobs, whose migrations come with their library.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    await migrateJobs(ownerUrl)
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    const done = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    for (const name of files.filter((file) => !done.has(file))) {
      const sql = await readFile(join(folder, name), 'utf8')
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
  } finally {
    await client.end()
  }
}
