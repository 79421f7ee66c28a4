import type { KeyObject } from 'node:crypto'
import { macOf } from '#server/authorization/mac.ts'
import { type Given, spendNonce } from '#server/features/quorum/index.ts'
import { type RightCode, useCode as spendCode } from '#server/features/verification-codes/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Replacements } from './versions.ts'

/**
 * A right code or key, which is spent together with what it confirms. A key has signed the dearest
 * fee.
 */
export type FeeProof = { kind: 'CODE'; right: RightCode } | SignedFee
type SignedFee = Extract<Given, { kind: 'PASSKEY' }> & { orderId: string; feeSats: bigint }

/** The person whose code or key was right, and the time of it. */
export type Confirmer = { userId: string; at: Date; macKey: KeyObject; signed?: SignedFee }

/** The person whose proof was right; null: no proof was needed. */
export const toConfirmer = (
  proof: FeeProof | null,
  by: Omit<Confirmer, 'signed'>,
): Confirmer | null => proof && { ...by, ...(proof.kind === 'PASSKEY' && { signed: proof }) }

/** Lets the signer pay this fee for one transaction, above the ceiling of its order. */
export async function confirmFee(
  trx: Trx,
  { userId, at, macKey, signed }: Confirmer,
  { companyId, orderId }: Pick<Replacements, 'companyId' | 'orderId'>,
  { id: transactionId, feeSats: ownFeeSats }: { id: string; feeSats: bigint },
): Promise<void> {
  const feeSats = signed ? signed.feeSats : ownFeeSats
  if (!orderId) throw new Error('nothing is signed that nobody has ordered')
  const row = {
    transaction_id: transactionId,
    company_id: companyId,
    order_id: orderId,
    fee_sats: feeSats,
    confirmed_by: userId,
    confirmed_at: at,
    nonce: signed?.nonce ?? null,
    assertion: signed ? { ...signed.assertion } : null,
  }
  await trx
    .insertInto('fee_confirmations')
    .values({
      ...row,
      assertion: row.assertion && JSON.stringify(row.assertion),
      mac: macOf(macKey, 'fee_confirmations', row),
    })
    .execute()
}

/** Spends a code or a challenge: each is good once. */
export const spendProof = (trx: Trx, proof: FeeProof, userId: string, now: Date): Promise<void> =>
  proof.kind === 'CODE'
    ? spendCode(trx, proof.right, now)
    : spendNonce(trx, proof.orderId, userId, proof.nonce)
