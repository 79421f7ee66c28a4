import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Tables whose rows come by the thousand, and the columns by which these are found and joined. Sorting samples
 * of texts takes five times as long as the rest; autovacuum does it, for it counts no analysis of some columns.
 */
const large = {
  employees: [
    'id',
    'company_id',
    'script_pubkey',
    'bitcoin_percent',
    'creation_type',
    'deleted_at',
  ],
  payroll_employees: ['company_id', 'payroll_id', 'employee_id', 'ended'],
} as const
type Large = keyof typeof large

/** Any plan joins this few rows quickly. */
const few = 500

/**
 * Gathers the statistics of tables that many rows have just come to, where these are much of a table. Autovacuum
 * comes once a minute; until then PostgreSQL takes thousands of rows for a few, and joins them pair by pair.
 */
export async function analyzeGrown(db: Db, tables: readonly Large[], added: number): Promise<void> {
  if (added < few) return
  const { rows } = await sql<{ table: Large }>`
    SELECT relname AS table FROM pg_class
    WHERE oid = ANY(${[...tables]}::regclass[]) AND reltuples < ${10 * added}`.execute(db)
  if (rows.length === 0) return
  const grown = rows.map(
    ({ table }) =>
      sql`${sql.table(table)} (${sql.join(large[table].map((name) => sql.ref(name)))})`,
  )
  await sql`ANALYZE (SKIP_LOCKED) ${sql.join(grown)}`.execute(db)
}
