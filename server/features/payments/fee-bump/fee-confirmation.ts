import type { KeyObject } from 'node:crypto'
import { feeConfirmationMac } from '#server/authorization/order-mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Replacements } from './versions.ts'

/** Somebody whose code was right, and when that was. */
export type Confirmer = { userId: string; at: Date; macKey: KeyObject }

/** Lets the signer pay this fee for one transaction, although it is above the ceiling of its order. */
export async function confirmFee(
  trx: Trx,
  { userId, at, macKey }: Confirmer,
  { companyId, orderId }: Replacements,
  { id: transactionId, feeSats }: { id: string; feeSats: bigint },
): Promise<void> {
  if (!orderId) throw new Error('nothing is signed that nobody has ordered')
  const mac = feeConfirmationMac(macKey, { orderId, transactionId, feeSats, userId, at })
  await trx
    .insertInto('fee_confirmations')
    .values({
      transaction_id: transactionId,
      company_id: companyId,
      order_id: orderId,
      fee_sats: feeSats,
      confirmed_by: userId,
      confirmed_at: at,
      mac,
    })
    .execute()
}
