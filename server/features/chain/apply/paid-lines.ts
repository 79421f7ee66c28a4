import { sql } from 'kysely'

/** An untracked spend pays the line while a block holds it; afterwards nobody sends it again. */
const isPaidByUntracked = (line: string) => sql<boolean>`EXISTS (
  SELECT FROM untracked_payouts s JOIN transactions t ON t.id = s.transaction_id
  WHERE s.payment_line_id = ${sql.ref(line)} AND t.height IS NOT NULL)`

const hasOutput = (line: string, condition: ReturnType<typeof sql>) => sql<boolean>`EXISTS (
  SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
  WHERE o.payment_line_id = ${sql.ref(line)} AND ${condition})`

/** A transaction in a block pays the line whose id is in the column `line`. */
export const isLinePaid = (line: string) =>
  sql<boolean>`(${hasOutput(line, sql`t.height IS NOT NULL`)} OR ${isPaidByUntracked(line)})`

/** The line is paid, or in a planned or signed transaction that can still confirm. */
export const isLineTaken = (line: string) =>
  sql<boolean>`(${hasOutput(line, sql`(t.height IS NOT NULL OR t.live)`)} OR ${isPaidByUntracked(line)})`

/** The line is paid, or in a signed transaction that can still confirm. */
export const isLineSigned = (line: string) =>
  sql<boolean>`(${hasOutput(line, sql`(t.height IS NOT NULL OR (t.live AND t.txid IS NOT NULL))`)}
    OR ${isPaidByUntracked(line)})`
