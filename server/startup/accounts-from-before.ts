import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { DatabaseOutdated } from '../platform/db/schema-version.ts'
import type { Config } from './config.ts'

/** Refuses accounts from before migration 0040: without a MAC nobody could do anything with them. */
export async function refuseAccountsFromBefore(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<void> {
  const { rows } = await sql<{ isFromBefore: boolean }>`
    SELECT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM users WHERE mac IS NOT NULL)
      AS "isFromBefore"`.execute(db)
  if (!rows[0]?.isFromBefore) return
  throw new DatabaseOutdated(
    `The accounts of this database have no MAC: they were made before the first release, and nobody could sign in. Delete the data folder of the sandbox (${dataDir}), or make the database anew, and start again.`,
  )
}
