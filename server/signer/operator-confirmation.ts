import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { runIdOf } from './caps.ts'
import { waitsForOperator } from './rate-held-for-operator.ts'
import { plansOfOperator, type StoredPlan } from './read-plan.ts'
import type { Wallet } from './wallet.ts'

export type OperatorDeps = {
  wallet: Wallet
  /** Whether a rate is compared with those signed before; play money's price is anybody's. */
  comparesRates: boolean
  log: Log
}

/** Leaves a plan to the operator where its rate is far from those of before: true if it did. */
export async function needsOperator(
  trx: Trx,
  deps: OperatorDeps,
  plan: StoredPlan,
): Promise<boolean> {
  const { rateUsdCentsPerBtc } = plan
  if (!deps.comparesRates) return false
  const about = { runId: runIdOf(plan), rateUsdCentsPerBtc }
  if (!(await waitsForOperator(trx, deps.wallet.memoryKey, about))) return false
  deps.log.error(
    { transaction: plan.id, rateUsdCentsPerBtc: String(rateUsdCentsPerBtc) },
    'the rate is far from those signed before; the payment waits for npm run price:confirm',
  )
  await trx
    .updateTable('transactions')
    .set({ waiting_for: 'operator' })
    .where('id', '=', plan.id)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'signature')
    .execute()
  await notify(trx, 'transactions', plan.paymentId)
  return true
}

/** Plans at a rate that the operator has confirmed wait for nothing but their signature again. */
export async function releaseConfirmed(
  db: Db,
  { wallet }: Pick<OperatorDeps, 'wallet'>,
): Promise<void> {
  for (const plan of await plansOfOperator(db)) {
    if (await waitsForOperator(db, wallet.memoryKey, plan)) continue
    await db
      .updateTable('transactions')
      .set({ waiting_for: 'signature', waiting_since: new Date() })
      .where('id', '=', plan.id)
      .where('waiting_for', '=', 'operator')
      .execute()
  }
}
