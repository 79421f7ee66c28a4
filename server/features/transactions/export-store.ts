import type { Transaction } from '#contract/transactions.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { selectTransactions, type TransactionRow, toTransactions } from './transaction-row.ts'

/** A transaction of an export, with the note of the payment that it belongs to. */
export type Noted = { transaction: Transaction; note: string }

const notedBatch = 500

/**
 * Yields all transactions of a payroll that people see, newest first, in batches, without holding
 * an SQL transaction open.
 */
export async function* everyTransaction(
  db: Db,
  companyId: string,
  payrollId: string,
): AsyncGenerator<Noted[]> {
  let before: string | null = null
  for (;;) {
    const rows: (TransactionRow & { note: string | null })[] = await selectTransactions(db)
      .leftJoin('sheets as noted', (join) =>
        join.onRef('noted.company_id', '=', 't.company_id').onRef('noted.id', '=', 't.sheet_id'),
      )
      .select('noted.note')
      .where('t.company_id', '=', companyId)
      .where('t.payroll_id', '=', payrollId)
      .where(isCurrent)
      .$if(before !== null, (query) => query.where('t.id', '<', before as string))
      .orderBy('t.id', 'desc')
      .limit(notedBatch)
      .execute()
    const transactions = await toTransactions(db, rows)
    yield transactions.map((transaction, n) => ({ transaction, note: rows[n]?.note ?? '' }))
    const last = rows.at(-1)
    if (!last || rows.length < notedBatch) return
    before = last.id
  }
}

/** Whether people see more than `most` transactions of a payroll. */
export async function hasMoreThan(
  db: Db,
  companyId: string,
  payrollId: string,
  most: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.company_id', '=', companyId)
    .where('t.payroll_id', '=', payrollId)
    .where(isCurrent)
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  return row !== undefined
}

export async function noteOf(db: Db, companyId: string, paymentId: string): Promise<string> {
  const row = await db
    .selectFrom('sheets')
    .select('note')
    .where('company_id', '=', companyId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return row?.note ?? ''
}
