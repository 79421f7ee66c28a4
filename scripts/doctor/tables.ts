import type pg from 'pg'
import { compareMigrations, databaseFromBefore } from '#server/platform/db/schema-version.ts'
import { type Finding, fine, note, wrong } from './finding.ts'

const extensions = ['btree_gin', 'pg_trgm', 'unaccent']

/** The tables as their owner sees them: migrations that are missing, and faults that none would mend. */
export async function examineTables(client: pg.Client): Promise<Finding[]> {
  const fault = await notOwner(client)
  if (fault) return [fault]
  return [
    await migrations(client),
    ...(await extensionsAt(client)),
    ...(await unfinishedIndexes(client)),
  ]
}

/** Migrations change tables, and only whose they are may. */
async function notOwner(client: pg.Client): Promise<Finding | null> {
  const { rows } = await client.query<{ role: string; owner: string }>(
    `SELECT current_user AS role, pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE oid = to_regclass('migrations') AND NOT pg_has_role(relowner, 'USAGE')`,
  )
  const [found] = rows
  return found
    ? wrong(
        `DATABASE_OWNER_URL leads in as ${found.role}, and the tables belong to ${found.owner}: migrations could not run.`,
      )
    : null
}

async function migrations(client: pg.Client): Promise<Finding> {
  const { missing, unknown, isFromBefore } = await compareMigrations(client)
  if (isFromBefore) return wrong(databaseFromBefore)
  if (unknown.length > 0) {
    return wrong(
      `The database is newer than this program (${unknown.join(', ')}): upgrade the program.`,
    )
  }
  return missing.length > 0
    ? note(`Migrations that npm run migrate is to apply: ${missing.join(', ')}.`)
    : fine('All migrations are applied.')
}

/** The first migration makes them, where PostgreSQL has their files and the owner may. */
async function extensionsAt(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; isThere: boolean; isAllowed: boolean }>(
    `SELECT wanted.name, available.name IS NOT NULL AS "isThere",
       has_database_privilege(current_database(), 'CREATE') AS "isAllowed"
     FROM unnest($1::text[]) AS wanted (name)
     LEFT JOIN pg_available_extensions available ON available.name = wanted.name
     WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = wanted.name)
     ORDER BY 1`,
    [extensions],
  )
  return rows.map(({ name, isThere, isAllowed }) => {
    if (!isThere) {
      return wrong(
        `PostgreSQL has no extension ${name}: install its contrib package (postgresql-contrib).`,
      )
    }
    return isAllowed
      ? fine(`PostgreSQL has the extension ${name}; the first migration makes it.`)
      : wrong(
          `The role of DATABASE_OWNER_URL may not make the extension ${name}: the database has to be its own.`,
        )
  })
}

/** Indexes left by a cancelled CREATE INDEX CONCURRENTLY: kept up to date and never used. */
async function unfinishedIndexes(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; definition: string; isInProgress: boolean }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition,
       EXISTS (SELECT FROM pg_stat_progress_create_index WHERE index_relid = indexrelid)
         AS "isInProgress"
     FROM pg_index WHERE NOT indisvalid
     ORDER BY 1`,
  )
  return rows.map(({ name, definition, isInProgress }) =>
    isInProgress
      ? note(`The index ${name} is being made.`)
      : wrong(
          `The index ${name} is INVALID, since making it was broken off: nothing is found by it, and no migration makes it anew. DROP INDEX CONCURRENTLY ${name}; then ${definition.replace(' INDEX ', ' INDEX CONCURRENTLY ')};`,
        ),
  )
}
