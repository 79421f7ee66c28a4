import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Tables whose rows come by the thousand. */
type Large = 'employees' | 'payroll_employees'

/** So few rows are joined quickly by any plan. */
const few = 500

/**
 * Gathers the statistics of tables that many rows have just come to, where these are much of a table. Autovacuum
 * comes once a minute; until then PostgreSQL takes thousands of rows for a few, and joins them pair by pair.
 */
export async function analyzeGrown(db: Db, tables: readonly Large[], added: number): Promise<void> {
  if (added < few) return
  const { rows } = await sql<{ table: string }>`
    SELECT relname AS table FROM pg_class
    WHERE oid = ANY(${[...tables]}::regclass[]) AND reltuples < ${10 * added}`.execute(db)
  if (rows.length === 0) return
  const grown = rows.map(({ table }) => sql.table(table))
  await sql`ANALYZE (SKIP_LOCKED) ${sql.join(grown)}`.execute(db)
}
