import { sql } from 'kysely'
import type { Transaction } from '#contract/transactions.ts'
import { isSpentByUnknown } from '#server/features/chain/index.ts'
import { endUntrackedSpends } from '#server/features/invariants/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { acknowledgeSpends } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'

/** Untracked spends of a payroll that nobody has acknowledged. */
export async function findUnacknowledged(db: Db, payrollId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .where('untracked', '=', true)
    .where('acknowledged_at', 'is', null)
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a spend of a payroll's UTXOs in the mempool is missing in the records. */
export async function isUnknownSpendInMempool(db: Db, payrollId: string): Promise<boolean> {
  const row = await db
    .selectFrom('utxos as c')
    .select('c.txid')
    .where('c.payroll_id', '=', payrollId)
    .where('c.spent_height', 'is', null)
    .where(isSpentByUnknown)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}

export async function transactionsOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (const id of ids) {
    const transaction = await findTransaction(db, companyId, id)
    if (transaction) found.push(transaction)
  }
  return found
}

/**
 * Acknowledges these untracked spends, after which the payroll may pay again. Spends found after
 * the administrator looked are not among them. A repetition changes nothing.
 */
export async function acknowledge(
  trx: Trx,
  actor: Actor & { userId: string },
  payroll: { id: string; name: string },
  ids: readonly string[],
): Promise<Transaction[]> {
  const { companyId, userId } = actor
  const found = await trx
    .selectFrom('transactions')
    .select(['id', 'acknowledged_at as at'])
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payroll.id)
    .where('untracked', '=', true)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (found.length === 0) throw new Refusal('NOT_FOUND')
  const fresh = found.filter(({ at }) => at === null).map(({ id }) => id)
  if (fresh.length > 0) {
    await acknowledgeSpends(trx, fresh, userId)
    await endUntrackedSpends(trx, fresh)
    const act = { action: 'records.acknowledged', subject: payroll.name } as const
    await record(trx, { ...actor, ...act, detail: { transactions: fresh } })
  }
  return transactionsOf(
    trx,
    companyId,
    found.map(({ id }) => id),
  )
}
