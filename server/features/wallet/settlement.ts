import type { Db } from '#server/platform/database.ts'

/** States that nothing leaves but a reorganisation. */
const settledStates = ['confirmed', 'rejected', 'failed'] as const

/** Payments of which every transaction is settled are over: the payroll can be paid again. */
export async function closeSettledPayments(db: Db): Promise<void> {
  await db
    .updateTable('payments as p')
    .set({ closed_at: new Date() })
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions as t')
            .select('t.id')
            .whereRef('t.payment_id', '=', 'p.id')
            .where('t.state', 'not in', settledStates),
        ),
      ),
    )
    .execute()
}
