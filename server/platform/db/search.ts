import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a column of `plain_text` holds the searched text anywhere, without regard to case and
 * accents. LIKE's own signs in the text stand for themselves; they are escaped last, because
 * without accents the wide forms of them become the plain ones.
 */
export function containsText(column: string, search: string): RawBuilder<boolean> {
  const literal = sql`regexp_replace(plain_text(${search}), '[\\\\%_]', '\\\\\\&', 'g')`
  return sql<boolean>`${sql.ref(column)} LIKE '%' || ${literal} || '%'`
}
