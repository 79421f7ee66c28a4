import { type RawBuilder, sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notification } from '#server/platform/db/notify.ts'

/** Ends plans of which nothing is signed and frees their inputs: `which` is a condition on `t`. */
export async function endUnsigned(
  db: Db,
  which: RawBuilder<boolean>,
  ended: 'rejected' | 'failed',
  failure: FailureCode,
  rejectionReason: string | null = null,
): Promise<void> {
  await db
    .updateTable('transactions as t')
    .set({ ended, waiting_for: null, failure, rejection_reason: rejectionReason })
    .where('t.state', '=', 'pendingApproval')
    // The parentheses keep an OR in the condition from ending more plans.
    .where(sql<boolean>`(${which})`)
    .execute()
}

/** Lets the plans of an approved order wait for the node. */
export async function approveWaiting(trx: Trx, companyId: string, orderId: string): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ waiting_for: 'node' })
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'approval')
    .execute()
}

export type PlannedFee = { feeSats: bigint; vsize: number; feeRateSatsPerKvb: bigint }

/**
 * Gives a batch that waited for its lanes its fee, and lets it wait for the node; its inputs are
 * stored.
 */
export async function planBatch(trx: Trx, id: string, fee: PlannedFee): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({
      waiting_for: 'node',
      fee_sats: fee.feeSats,
      vsize: fee.vsize,
      fee_rate_sats_per_kvb: fee.feeRateSatsPerKvb,
    })
    .where('id', '=', id)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', 'in', ['lane', 'fee'])
    .execute()
}

/** Lets a batch wait for a lower fee or a person; false: it waits already. */
export async function waitForFee(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ waiting_for: 'fee', waiting_since: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'lane')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Hands a plan to the signer. The commit does not wait for the disk: after a power cut the plan is
 * only checked once more.
 */
export async function handToSigner(db: Db, id: string): Promise<void> {
  await sql`
    WITH ready AS (
      UPDATE transactions SET waiting_for = 'signature', waiting_since = now()
      WHERE id = ${id} AND state = 'pendingApproval' AND waiting_for = 'node' RETURNING id)
    SELECT ${notification('signatures')}, set_config('synchronous_commit', 'off', true)
    FROM ready`.execute(db)
}
