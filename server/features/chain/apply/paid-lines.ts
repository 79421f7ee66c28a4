import { sql } from 'kysely'

const hasOutput = (line: string, condition: ReturnType<typeof sql>) => sql<boolean>`EXISTS (
  SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
  WHERE o.line_id = ${sql.ref(line)} AND ${condition})`

/** A transaction in a block pays the line whose id is in the column `line`. */
export const isLinePaid = (line: string) => hasOutput(line, sql`t.height IS NOT NULL`)

/** The line is paid, or in a planned or signed transaction that can still confirm. */
export const isLineTaken = (line: string) => hasOutput(line, sql`(t.height IS NOT NULL OR t.live)`)

/** The line is paid, or in a signed transaction that can still confirm. */
export const isLineSigned = (line: string) =>
  hasOutput(line, sql`(t.height IS NOT NULL OR (t.live AND t.txid IS NOT NULL))`)
