import { type RawBuilder, sql } from 'kysely'
import { searchTerms } from '#domain/search-terms.ts'

/**
 * Whether a column of `plain_text` holds all terms of a search anywhere, without regard to case and
 * accents. LIKE's own signs in the text stand for themselves; they are escaped last, because
 * without accents the wide forms of them become the plain ones.
 */
export function containsText(column: string, search: string): RawBuilder<boolean> {
  const holds = (text: string) => {
    const literal = sql`regexp_replace(plain_text(${text}), '[\\\\%_]', '\\\\\\&', 'g')`
    return sql<boolean>`${sql.ref(column)} LIKE '%' || ${literal} || '%'`
  }
  const terms = searchTerms(search).map((forms) => sql`(${sql.join(forms.map(holds), sql` OR `)})`)
  return terms.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(terms, sql` AND `)})`
}
