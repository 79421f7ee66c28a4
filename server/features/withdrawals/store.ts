import type { Network } from '#domain/address.ts'
import { centsAt } from '#domain/money.ts'
import type { WithdrawalPlan } from '#domain/withdrawal-plan.ts'
import { newChangeAddress } from '#server/features/chain/index.ts'
import { insertUtxos } from '#server/features/payments/index.ts'
import { insertOutputs, insertTransaction } from '#server/features/transactions/write.ts'
import { findViolatedConstraint, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

type Insertion = {
  ids: { companyId: string; userId: string; payrollId: string; network: Network }
  orderId: string
  to: { address: string; script: Uint8Array }
  requestedSats: bigint | null
  plan: WithdrawalPlan
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  /** A random order of the two outputs, so that the order does not tell which is the head. */
  headFirst: boolean
  /** The program's own withdrawal, under a rule that people approved, waits for no approval. */
  waitsFor?: 'approval' | 'node'
}

/** Inserts a withdrawal, and its one transaction with inputs and outputs. */
export async function insertWithdrawal(
  trx: Trx,
  insertion: Insertion,
): Promise<{ withdrawalId: string; transactionId: string }> {
  const { ids, to, requestedSats } = insertion
  const owner = { company_id: ids.companyId, payroll_id: ids.payrollId }
  const { id: withdrawalId } = await trx
    .insertInto('withdrawals')
    .values({
      ...owner,
      requested_by: ids.userId,
      address: to.address,
      script_pubkey: Buffer.from(to.script),
      requested_sats: requestedSats,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((cause: unknown) => {
      throw findViolatedConstraint(cause) === 'withdrawals_one_open'
        ? new Refusal('PAYMENT_IN_PROGRESS', { cause })
        : cause
    })
  const { plan, rateUsdCentsPerBtc: rate } = insertion
  const transactionId = await insertTransaction(trx, {
    ...owner,
    withdrawal_id: withdrawalId,
    order_id: insertion.orderId,
    type: 'withdrawal',
    waiting_for: insertion.waitsFor ?? 'approval',
    usd_cents: centsAt(plan.sats, rate),
    sats: plan.sats,
    rate_usd_cents_per_btc: rate,
    fee_sats: plan.feeSats,
    vsize: plan.vsize,
    fee_rate_sats_per_kvb: insertion.feeRateSatsPerKvb,
  })
  await insertPaid(trx, insertion, withdrawalId, transactionId)
  await insertUtxos(trx, transactionId, plan.utxos)
  return { withdrawalId, transactionId }
}

async function insertPaid(
  trx: Trx,
  { ids, to, plan, headFirst }: Insertion,
  withdrawalId: string,
  transactionId: string,
): Promise<void> {
  const paid = { script: Buffer.from(to.script), sats: plan.sats, withdrawal: withdrawalId }
  const { companyId, payrollId, network } = ids
  const head =
    plan.headSats > 0n
      ? [
          {
            script: (await newChangeAddress(trx, { companyId, payrollId }, network)).script,
            sats: plan.headSats,
          },
        ]
      : []
  const outputs = headFirst ? [...head, paid] : [paid, ...head]
  await insertOutputs(
    trx,
    transactionId,
    outputs.map((output, vout) => ({ ...output, vout })),
  )
}
