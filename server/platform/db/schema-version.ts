import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../observe/log.ts'
import { PrimaryClient } from './primary.ts'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** The files of server/migrations in the order in which they run. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort()

/** The database is older than this program; the message is for the operator. */
export class DatabaseOutdated extends Error {
  override name = 'DatabaseOutdated'
}

type Difference = {
  /** Migrations of this program that the database lacks. */
  missing: string[]
  /** Migrations of the database that this program does not know. */
  unknown: string[]
  /** Tables from before the first release; no migration brings them to this program's schema. */
  isFromBefore: boolean
}

export const databaseFromBefore =
  'This database was made by an older program, before the first release: delete the data folder of the sandbox (DATA_DIR, else ./data), or create the database again, and start again.'

export async function compareMigrations(client: pg.Client): Promise<Difference> {
  const files = await migrationFiles()
  const { rows: tables } = await client.query<{ mayRead: boolean }>(
    `SELECT has_table_privilege(to_regclass('migrations'), 'SELECT') AS "mayRead"`,
  )
  // The privilege is null where the table is not there; a database without it is older than the
  // rights.
  const { rows } = tables[0]?.mayRead
    ? await client.query<{ name: string }>('SELECT name FROM migrations')
    : { rows: [] }
  const done = new Set(rows.map(({ name }) => name))
  return {
    missing: files.filter((file) => !done.has(file)),
    unknown: [...done].filter((name) => !files.includes(name)).sort(),
    isFromBefore: done.size > 0 && !done.has(files[0] ?? ''),
  }
}

/**
 * Refuses a database that is older than this program, which only its owner can change. One that is newer
 * is named in the log and served: its migrations only add to what this release uses, as long as it runs.
 */
export async function requireMigrated(url: string, log: Log): Promise<void> {
  const client = new PrimaryClient({ connectionString: url })
  await client.connect()
  try {
    const { missing, unknown, isFromBefore } = await compareMigrations(client)
    if (isFromBefore) throw new DatabaseOutdated(databaseFromBefore)
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
