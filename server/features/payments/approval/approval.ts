import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { feeCeilingSats } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { movedSats, type Plan } from '#domain/payment-plan.ts'
import type { Trx } from '#server/platform/database.ts'
import { insertOrder } from '#server/platform/orders.ts'

/**
 * Whether the company wants a run approved: it is above its sum, or pays somebody who was never paid
 * or whose address is another than when he or she was last paid. Paid is what is in a block.
 */
export async function runNeedsApproval(
  trx: Trx,
  companyId: string,
  totalUsdCents: bigint,
  lines: Map<string, { id: string }>,
): Promise<boolean> {
  const company = await trx
    .selectFrom('companies')
    .select(['approval_over_usd_cents as overUsdCents', 'approval_changed_addresses as changed'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { overUsdCents, changed } = company
  if (overUsdCents !== null && totalUsdCents > overUsdCents) return true
  if (!changed) return false
  const { rows } = await sql`
    SELECT l.id FROM payment_lines l
    WHERE l.company_id = ${companyId} AND l.id = ANY(${[...lines.values()].map(({ id }) => id)}::uuid[])
      AND l.script_pubkey IS DISTINCT FROM (
        SELECT paid.script_pubkey FROM payment_lines paid
        JOIN transaction_outputs o ON o.payment_line_id = paid.id
        JOIN transactions t ON t.id = o.transaction_id
        WHERE paid.employee_id = l.employee_id AND paid.company_id = l.company_id
          AND t.state = 'confirmed'
        ORDER BY paid.id DESC LIMIT 1)
    LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** The most that a run may take in fees, bumps included: each of its transactions to its own ceiling. */
export function feeCeilingOf({ transactions }: Plan, rateUsdCentsPerBtc: bigint): bigint {
  const satsOf = (cents: bigint) => satsFromCents(cents, rateUsdCentsPerBtc)
  return transactions.reduce((total, one) => total + feeCeilingSats(movedSats(one), satsOf), 0n)
}

type Asker = { companyId: string; userId: string; payrollId: string; macKey: KeyObject }

/** What was planned for a run becomes what its administrator ordered. */
export async function orderRun(
  trx: Trx,
  { companyId, userId, payrollId, macKey }: Asker,
  { id, needsApproval, paymentId }: { id: string; needsApproval: boolean; paymentId: string },
  feeCeilingSats: bigint,
): Promise<void> {
  await insertOrder(trx, macKey, {
    id,
    company_id: companyId,
    payroll_id: payrollId,
    payment_id: paymentId,
    withdrawal_id: null,
    fee_ceiling_sats: feeCeilingSats,
    needs_approval: needsApproval,
    requested_by: userId,
  })
}
