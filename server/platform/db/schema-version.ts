import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../observe/log.ts'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** The files of server/migrations in the order in which they run. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort()

/** The database is older than this program; the message is for the operator. */
export class DatabaseOutdated extends Error {
  override name = 'DatabaseOutdated'
}

/** Migrations of this program that the database lacks, and those that this program does not know. */
export async function compareMigrations(
  client: pg.Client,
): Promise<{ missing: string[]; unknown: string[] }> {
  const files = await migrationFiles()
  const { rows: tables } = await client.query<{ mayRead: boolean }>(
    `SELECT has_table_privilege(to_regclass('migrations'), 'SELECT') AS "mayRead"`,
  )
  // Where the table is not there the answer is null; before its rights are, the database is older.
  const { rows } = tables[0]?.mayRead
    ? await client.query<{ name: string }>('SELECT name FROM migrations')
    : { rows: [] }
  const done = new Set(rows.map(({ name }) => name))
  return {
    missing: files.filter((file) => !done.has(file)),
    unknown: [...done].filter((name) => !files.includes(name)).sort(),
  }
}

/**
 * Refuses a database that is older than this program, which only its owner can change. One that is newer
 * is named in the log and served: its migrations only add to what this release uses, as long as it runs.
 */
export async function requireMigrated(url: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { missing, unknown } = await compareMigrations(client)
    if (missing.length > 0) {
      throw new DatabaseOutdated(
        `The database lacks migrations of this program, ${missing[0]} first. Run npm run migrate, with DATABASE_OWNER_URL, and start again.`,
      )
    }
    if (unknown.length > 0) {
      log.warn(
        { migrations: unknown },
        'the database is newer than this program: a newer release ran npm run migrate; start that one',
      )
    }
  } finally {
    await client.end()
  }
}
