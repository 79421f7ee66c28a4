import pg from 'pg'

/** Statements with lists of any length in their text would be endless. */
const mostTexts = 500

const names = new Map<string, string>()

/**
 * What ends in a `*` has another form after a migration that adds a column, and PostgreSQL refuses a
 * statement that was prepared before it: an older program would fail beside a newer one.
 */
const hasStar = /(\.|\b(select|returning)\s+)\*/i

/**
 * The plan for any values is the wrong one for most of them: PostgreSQL takes every search for one that
 * finds little (two letters took 9 s instead of 0.5 s among 500,000 people), and every page for a tenth
 * of the list. A list of any length it takes for ten, and walks through ten thousand as often as there
 * are rows to join them with.
 */
const hangsOnValues = /\bi?like\b|\b(limit|offset) \$|\bunnest\(/i

/** The name under which a process prepares a statement, on each connection; null: it does not. */
export function preparedName(text: string): string | null {
  const known = names.get(text)
  if (known) return known
  if (names.size >= mostTexts || hasStar.test(text) || hangsOnValues.test(text)) return null
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/**
 * Prepares each statement that has values: PostgreSQL parses it once a connection, and plans it no more
 * where a plan for any values costs no more than those for single ones (`plan_cache_mode` auto).
 */
export class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && isFilled(values) ? preparedName(text) : null
    const query = name ? [{ name, text, values }, ...rest] : args
    return super.query(...(query as Parameters<pg.Client['query']>)) as never
  }
}

const isFilled = (values: unknown): values is unknown[] =>
  Array.isArray(values) && values.length > 0
