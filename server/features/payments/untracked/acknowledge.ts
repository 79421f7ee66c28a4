import type { Transaction } from '#contract/transactions.ts'
import { endUntrackedSpends } from '#server/features/invariants/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { acknowledgeSpends } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'

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
