import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** SHA-256 over texts, one after another. */
export function sha256Of(texts: Iterable<string>): Buffer {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text, 'utf8')
  return hash.digest()
}

/** SHA-256 that lets other requests take turns: ten thousand people take tens of milliseconds. */
export async function sha256InTurns(texts: Iterable<string>): Promise<Buffer> {
  const hash = createHash('sha256')
  for (const text of texts) {
    await nextTurn()
    hash.update(text, 'utf8')
  }
  return hash.digest()
}

/** Rows that are made text of at once: a millisecond or two. */
const rowsAtOnce = 1_000

/** The JSON of an array, in pieces. */
export function* arrayTexts<Row>(
  rows: readonly Row[],
  toJson: (row: Row) => unknown,
): Iterable<string> {
  yield '['
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce).map(toJson)
    yield `${first > 0 ? ',' : ''}${JSON.stringify(some).slice(1, -1)}`
  }
  yield ']'
}
