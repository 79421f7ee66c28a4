import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Facts of rule R4 of decision 5 that planner and signer read in the same way. */

/**
 * The employees of one payment whom a transaction pays. `transaction` is the column of its id.
 */
export const employeesPaidBy = (
  transaction: string,
  paymentId: string | null | RawBuilder<string | null>,
): RawBuilder<string[]> => sql`ARRAY(
  SELECT l.employee_id::text FROM sheet_lines l WHERE l.sheet_id = ${paymentId} AND l.id IN (
    SELECT o.line_id FROM transaction_outputs o
    WHERE o.transaction_id = ${sql.ref(transaction)}))`

/** How deep the block at a height is: 1 at the tip, 0 where the column is NULL. */
export const depthOf = (height: string): RawBuilder<number> =>
  sql`coalesce((SELECT max(height) FROM blocks) - ${sql.ref(height)} + 1, 0)`

/** The outpoints that a transaction spends, as the tables have them. */
export const outpointsOf = (transaction: string): RawBuilder<string[]> => sql`ARRAY(
  SELECT encode(i.txid, 'hex') || ':' || i.vout FROM transaction_inputs i
  WHERE i.transaction_id = ${sql.ref(transaction)})`

/** The transaction `t` pays somebody: a batch, a withdrawal or an untracked spend. */
export const paysSomebodySql = sql<boolean>`(t.type IN ('send', 'withdrawal') AND t.sats > 0)`

/** Txids that the operator has given up: only the owner of the database writes them. */
export async function readGivenUp(db: Db, payrollId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('given_up')
    .select('txid')
    .where('payroll_id', '=', payrollId)
    .execute()
  return new Set(rows.map(({ txid }) => txid.toString('hex')))
}
