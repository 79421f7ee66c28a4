import { randomInt } from 'node:crypto'
import { btcText, centsFromSatsRoundedUp } from '#domain/money.ts'
import { sweepTargetBlocks } from '#domain/sweep-rules.ts'
import { insertOrder } from '#server/authorization/order-rows.ts'
import { refreshBalances } from '#server/features/chain/index.ts'
import { insertWithdrawal } from '#server/features/withdrawals/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { record, shortenAddress } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { findReadySweep, type Idle, type Ready, type SweepSettings } from './ready-sweep.ts'

type Input = { companyId: string; payrollId: string }

/**
 * Plans the sweep of a payroll under its lock, where one may start: of several workers one plans
 * it. A sweep is a withdrawal whose order has no MAC: the rule that people approved stands in for
 * it.
 */
export async function startSweep(
  trx: Trx,
  settings: SweepSettings,
  input: Input,
  now: Date,
): Promise<{ transactionId: string } | Idle> {
  const ready = await findReadySweep(trx, settings, input, { lock: true, now })
  if ('code' in ready) return ready
  const transactionId = await insertSweep(trx, settings, input, ready)
  await refreshBalances(trx, [input.payrollId])
  const { facts, rule, plan, to, isTrial } = ready
  await record(trx, {
    companyId: input.companyId,
    userId: null,
    ip: null,
    action: 'sweep.started',
    subject: facts.payroll.name,
    detail: {
      btc: btcText(plan.sats),
      address: shortenAddress(to.address),
      order: rule.id,
      ...(isTrial ? { trial: true } : {}),
    },
  })
  await notify(trx, 'plans')
  failpoint('sweep-before-commit')
  return { transactionId }
}

async function insertSweep(
  trx: Trx,
  { config: { network } }: SweepSettings,
  { companyId, payrollId }: Input,
  { facts, rule, to, claim, plan, feeRateSatsPerKvb }: Ready,
): Promise<string> {
  const rateUsdCentsPerBtc = facts.price?.usdCentsPerBtc ?? 0n
  const orderId = await newId(trx)
  const { requestedSats, feeCeilingSats } = plan
  const { withdrawalId, transactionId } = await insertWithdrawal(trx, {
    ids: { companyId, userId: rule.askedBy, payrollId, network },
    orderId,
    to,
    requestedSats,
    plan,
    rateUsdCentsPerBtc,
    feeRateSatsPerKvb,
    headFirst: randomInt(2) === 0,
    waitsFor: 'node',
  })
  const order = {
    id: orderId,
    company_id: companyId,
    payroll_id: payrollId,
    sheet_id: null,
    withdrawal_id: withdrawalId,
    change_order_id: rule.id,
    claims_period: claim,
    fee_ceiling_sats: feeCeilingSats,
    fee_ceiling_usd_cents: centsFromSatsRoundedUp(feeCeilingSats, rateUsdCentsPerBtc),
    required: 0,
    own_code: false,
    requested_by: rule.askedBy,
    requested_ip: null,
    target_blocks: sweepTargetBlocks,
  }
  const { address, script } = to
  const ordered = { address, requestedSats, script: Buffer.from(script), sats: plan.sats }
  await insertOrder(trx, null, order, { lines: [], dollars: [], withdrawals: [ordered] })
  return transactionId
}
