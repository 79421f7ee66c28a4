import { sql } from 'kysely'
import { runOfSweep } from '#domain/sweep-rules.ts'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import { readSweepRows, type SweepRows } from '#server/authorization/sweeps.ts'
import type { Db } from '#server/platform/db/database.ts'

/** All that the signer needs to judge a sweep: its orders as the tables have them, and its own memory. */
export type StoredSweep = SweepRows & {
  /** The last restored backup: rules from before it wait until somebody switches them on again. */
  restoredAt: Date | null
  /** Something else of the payroll is under way, or is approved for a payday. */
  isBeside: boolean
  /** The signer's memory has a payment by the run that the sweep follows. */
  followsRun: boolean
  /** The signer's memory has this sweep by another order. */
  isDone: boolean
  /** Amount and fee that this order has signed before; 0n: nothing. */
  signedSats: bigint
}

type Order = Pick<
  OrderRow,
  'id' | 'company_id' | 'payroll_id' | 'withdrawal_id' | 'change_order_id' | 'claims_period'
>

/** null: the order is no sweep's. */
export async function readSweep(db: Db, order: Order | undefined): Promise<StoredSweep | null> {
  if (!order?.withdrawal_id || !order.change_order_id) return null
  const { id, company_id: companyId, payroll_id: payrollId } = order
  const claim = order.claims_period ?? ''
  const { rows } = await sql<Omit<StoredSweep, keyof SweepRows>>`
    SELECT
      (SELECT max(at) FROM restorations) AS "restoredAt",
      EXISTS (
        SELECT FROM transactions t WHERE t.payroll_id = ${payrollId} AND t.type != 'receive'
          AND t.order_id IS DISTINCT FROM ${id}
          AND t.state IN ('pendingApproval', 'signed', 'unconfirmed'))
      OR EXISTS (
        SELECT FROM change_orders c
        WHERE c.company_id = ${companyId} AND c.kind = 'OCCURRENCE'
          AND c.state IN ('open', 'waiting') AND c.expires_at > now()
          AND c.payload::jsonb ->> 'payrollId' = ${payrollId}::text
          AND NOT EXISTS (
            SELECT FROM signer.signatures s WHERE s.payroll_id = ${payrollId}
              AND s.period_key = c.payload::jsonb ->> 'periodKey')) AS "isBeside",
      EXISTS (
        SELECT FROM signer.signatures s WHERE s.payroll_id = ${payrollId}
          AND s.run_id::text = ${runOfSweep(claim)} AND s.pays) AS "followsRun",
      EXISTS (
        SELECT FROM signer.signatures s WHERE s.payroll_id = ${payrollId}
          AND s.period_key = ${claim} AND s.order_id != ${id}) AS "isDone",
      (SELECT coalesce(max(paid_sats + fee_sats), 0)::bigint FROM signer.signatures
        WHERE order_id = ${id}) AS "signedSats"`.execute(db)
  const [memory] = rows
  if (!memory) throw new Error('a SELECT without FROM has a row')
  return { ...(await readSweepRows(db, companyId)), ...memory }
}
