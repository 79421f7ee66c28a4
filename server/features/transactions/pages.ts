import { type RawBuilder, sql } from 'kysely'
import type { Transaction, TransactionQuery } from '#contract/transactions.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { selectTransactions, toTransactions } from './transaction-row.ts'

type Wanted = Pick<TransactionQuery, 'state' | 'type'>

/**
 * Selects one version of each transaction: of those with the state or type that is asked for, the
 * one that people see.
 */
function matching(payrollId: string, { state, type }: Wanted): RawBuilder<unknown> {
  const conditions = [sql`t.payroll_id = ${payrollId}`, sql`t.cpfp_parent_id IS NULL`]
  if (state) conditions.push(sql`t.state = ${state}`)
  if (type) conditions.push(sql`t.type = ${type}`)
  conditions.push(state || type ? isCurrent : sql`t.root_id = t.id`)
  return sql.join(conditions, sql` AND `)
}

/** A page of a payroll's transactions, newest first, with the number of all that match. */
export async function payrollTransactions(
  db: Db,
  companyId: string,
  payrollId: string,
  { page, limit, ...wanted }: TransactionQuery,
): Promise<{ transactions: Transaction[]; total: number }> {
  const matches = matching(payrollId, wanted)
  const { rows: counts } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM transactions t
    WHERE t.company_id = ${companyId} AND ${matches}`.execute(db)
  const roots = sql<string>`(
    SELECT t.root_id FROM transactions t WHERE ${matches}
    ORDER BY t.root_id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})`
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.payroll_id', '=', payrollId)
    .where('t.root_id', 'in', roots)
    .where(isCurrent)
    .orderBy('t.root_id', 'desc')
    .execute()
  return { transactions: await toTransactions(db, rows), total: Number(counts[0]?.total ?? 0n) }
}
