import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a column of `plain_text` holds the searched text anywhere, without regard to case and
 * accents. LIKE's own signs in the text stand for themselves.
 */
export function containsText(column: string, search: string): RawBuilder<boolean> {
  const literal = search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return sql<boolean>`${sql.ref(column)} LIKE '%' || plain_text(${literal}) || '%'`
}
