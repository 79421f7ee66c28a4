import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { feeCeilingSats } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { movedSats, type Plan } from '#domain/payment-plan.ts'
import { lastPaid } from '#server/features/transactions/index.ts'
import { arrayText, type Trx } from '#server/platform/database.ts'
import type { OrderedPlan } from '#server/platform/ordered-plan.ts'
import { insertOrder } from '#server/platform/orders.ts'

/** Whether a run waits for an approval, and the company's sum that it is above, if it is. */
export type Approval = { isNeeded: boolean; overUsdCents: bigint | null }

/**
 * Whether the company wants a run approved: it is above its sum, or pays somebody who was never paid
 * or whose address is another than when he or she was last paid.
 */
export async function approvalOfRun(
  trx: Trx,
  companyId: string,
  paymentId: string,
  { totalUsdCents, satsOfLine }: Plan,
): Promise<Approval> {
  const company = await trx
    .selectFrom('companies')
    .select(['approval_over_usd_cents as overUsdCents', 'approval_changed_addresses as changed'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { overUsdCents, changed } = company
  if (overUsdCents !== null && totalUsdCents > overUsdCents) return { isNeeded: true, overUsdCents }
  if (!changed) return { isNeeded: false, overUsdCents: null }
  const { rows } = await sql`
    SELECT l.id FROM payment_lines l LEFT JOIN LATERAL ${lastPaid} paid ON true
    WHERE l.company_id = ${companyId} AND l.payment_id = ${paymentId}
      AND l.employee_id = ANY(${arrayText(satsOfLine.keys())}::uuid[])
      AND l.script_pubkey IS DISTINCT FROM paid.script_pubkey
    LIMIT 1`.execute(trx)
  return { isNeeded: rows.length > 0, overUsdCents: null }
}

/** The most that a run may take in fees, bumps included: each of its transactions to its own ceiling. */
export function feeCeilingOf({ transactions }: Plan, rateUsdCentsPerBtc: bigint): bigint {
  const satsOf = (cents: bigint) => satsFromCents(cents, rateUsdCentsPerBtc)
  return transactions.reduce((total, one) => total + feeCeilingSats(movedSats(one), satsOf), 0n)
}

type Asker = { companyId: string; userId: string; payrollId: string; macKey: KeyObject }

type Ordered = { id: string; approval: Approval; paymentId: string; feeCeilingSats: bigint }

/** What was planned for a run becomes what its administrator ordered. */
export async function orderRun(
  trx: Trx,
  { companyId, userId, payrollId, macKey }: Asker,
  { id, approval, paymentId, feeCeilingSats }: Ordered,
  lines: OrderedPlan['lines'],
): Promise<void> {
  const order = {
    id,
    company_id: companyId,
    payroll_id: payrollId,
    payment_id: paymentId,
    withdrawal_id: null,
    fee_ceiling_sats: feeCeilingSats,
    needs_approval: approval.isNeeded,
    over_usd_cents: approval.overUsdCents,
    requested_by: userId,
  }
  await insertOrder(trx, macKey, order, { lines, withdrawals: [] })
}
