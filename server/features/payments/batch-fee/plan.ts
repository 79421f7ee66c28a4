import type { Network } from '#domain/address.ts'
import type { Selection } from '#domain/coin-selection.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { DearFees } from '../fee-bump/fee-by-key.ts'
import { type Confirmer, confirmFee } from '../fee-bump/fee-confirmation.ts'
import { toInsufficientFunds } from '../run/check-and-plan.ts'
import { insertBuilt, lockWaiting, planWaiting, type ReadyBatch } from '../send/ready-batches.ts'

export type BatchFee = DearFees & {
  batch: ReadyBatch
  selection: Selection
  payroll: string
}

/**
 * Plans a later batch at the fee of this moment, above its ceiling too. A code raises neither the
 * ceiling of the fee rate nor the limit of one transaction.
 */
export async function planBatchFee(
  db: Db,
  companyId: string,
  id: string,
  feeCeilings: FeeCeilings,
  now: Date,
): Promise<BatchFee> {
  const payroll = await requireWaitingForFee(db, companyId, id)
  const batch = await planWaiting(db, id, feeCeilings, now)
  if (!batch) throw new Refusal('NOT_PENDING_APPROVAL')
  const { selection, obstacle, missingSats, mostSats, rateUsdCentsPerBtc, orderId } = batch
  if (!selection) {
    const { code, ...details } = toInsufficientFunds(missingSats, rateUsdCentsPerBtc)
    throw new Refusal(code, details)
  }
  const { feeSats } = selection
  if (obstacle || feeSats > feeCeilings.sats) throw new Refusal('FEE_TOO_HIGH')
  const fees = [{ orderId, rateUsdCentsPerBtc, feeSats }]
  return { action: 'FEE', needsCode: feeSats > mostSats, fees, batch, selection, payroll }
}

/** Finds the payroll of a batch that waits for its fee. */
export async function requireWaitingForFee(db: Db, companyId: string, id: string): Promise<string> {
  const row = isUuid(id)
    ? await db
        .selectFrom('transactions as t')
        .innerJoin('payrolls as p', 'p.id', 't.payroll_id')
        .select(['p.name', 't.waiting_for'])
        .where('t.company_id', '=', companyId)
        .where('t.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.waiting_for !== 'fee') throw new Refusal('NOT_PENDING_APPROVAL')
  return row.name
}

/** Builds the batch, with its fee confirmed for the signer. It never costs more than was planned. */
export async function insertBatchFee(
  trx: Trx,
  { batch: { id, companyId }, selection: planned }: BatchFee,
  { feeCeilings, network }: { feeCeilings: FeeCeilings; network: Network },
  confirmer: Confirmer | null,
  now: Date,
): Promise<void> {
  if (!(await lockWaiting(trx, id))) throw new Refusal('NOT_PENDING_APPROVAL')
  const { needsCode, batch, selection } = await planBatchFee(trx, companyId, id, feeCeilings, now)
  if (selection.feeSats > planned.feeSats) throw new Refusal('FEE_TOO_HIGH')
  if (needsCode && !confirmer) throw new Refusal('CODE_REQUIRED')
  await insertBuilt(trx, batch, selection, network)
  if (confirmer) await confirmFee(trx, confirmer, batch, { id, feeSats: selection.feeSats })
  await notify(trx, 'plans')
  await notify(trx, 'transactions')
}
