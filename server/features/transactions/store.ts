import { sql } from 'kysely'
import type { Transaction } from '#contract/transactions.ts'
import { runState, type TransactionState } from '#domain/transaction-state.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { selectTransactions, toTransactions } from './transaction-row.ts'

/** Deleted payrolls count too, since their transactions stay visible. */
export async function hasPayroll(db: Db, companyId: string, payrollId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payrolls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', payrollId)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest transactions of a company, also those of deleted payrolls. */
export async function companyTransactions(
  db: Db,
  companyId: string,
  limit: number,
): Promise<Transaction[]> {
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where(isCurrent)
    .orderBy('t.root_id', 'desc')
    .limit(limit)
    .execute()
  return toTransactions(db, rows)
}

/** The newest transaction of each payroll that has one. */
export async function lastTransactions(
  db: Db,
  payrollIds: readonly string[],
): Promise<Map<string, Transaction>> {
  if (payrollIds.length === 0) return new Map()
  const { rows: newest } = await sql<{ id: string }>`
    SELECT t.id FROM unnest(${payrollIds}::uuid[]) AS p (id)
    CROSS JOIN LATERAL (
      SELECT id FROM transactions
      WHERE payroll_id = p.id AND root_id = id AND cpfp_parent_id IS NULL
      -- The order of the index that begins with the payroll, so that PostgreSQL uses no other.
      ORDER BY id DESC NULLS LAST LIMIT 1
    ) t`.execute(db)
  if (newest.length === 0) return new Map()
  const rows = await selectTransactions(db)
    .where(
      't.root_id',
      'in',
      newest.map((row) => row.id),
    )
    .where(isCurrent)
    .execute()
  const last = await toTransactions(db, rows)
  return new Map(last.map((transaction) => [transaction.payroll._id, transaction]))
}

/** The transactions of a run, and the state of the run that follows from them. */
export async function paymentTransactions(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<{ transactions: Transaction[]; state: TransactionState }> {
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.sheet_id', '=', paymentId)
    .where(isCurrent)
    .orderBy('t.position')
    .execute()
  return { transactions: await toTransactions(db, rows), state: runState(rows) }
}

export async function findTransaction(
  db: Db,
  companyId: string,
  id: string,
): Promise<Transaction | null> {
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', id)
    .execute()
  const [transaction] = await toTransactions(db, rows)
  return transaction ?? null
}

/** The version of a transaction that people see, for the id of any version. */
export async function currentTransaction(
  db: Db,
  companyId: string,
  id: string,
): Promise<Transaction | null> {
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.root_id', '=', ({ selectFrom }) =>
      selectFrom('transactions').select('root_id').where('id', '=', id),
    )
    .where(isCurrent)
    .execute()
  const [transaction] = await toTransactions(db, rows)
  return transaction ?? null
}
