import type { KeyObject } from 'node:crypto'
import { needsApproval, type Requirement } from '#domain/approval-requirement.ts'
import { largestCrumbSats } from '#domain/fees.ts'
import { btcText, centsAt, centsFromSatsRoundedUp } from '#domain/money.ts'
import { insertOrder } from '#server/authorization/order-rows.ts'
import { newChangeAddress, refreshBalances } from '#server/features/chain/index.ts'
import { impossibleFor } from '#server/features/quorum/index.ts'
import { insertOutputs, insertTransaction } from '#server/features/transactions/write.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { describeBlockingTransaction, refuseWhileMoneyMoves } from '../in-progress.ts'
import { currentRefusals, hasUntrackedSpend } from '../run/check-and-plan.ts'
import { insertUtxos } from '../run/insert-inputs.ts'
import { type FactSettings, type Facts, readFacts } from '../run/read-facts.ts'
import { type PlannedConsolidation, planFor } from './plan.ts'

export type ConsolidationInput = {
  companyId: string
  payrollId: string
  /** Null: nobody presses, a payday that pays itself needs it. */
  userId: string | null
  ip: string | null
  now: Date
}

type Consolidated = {
  transactionId: string
  order: ConsolidationOrder
  requirement: Requirement
}
type ConsolidationOrder = {
  id: string
  company_id: string
  payroll_id: string
  sheet_id: null
  withdrawal_id: null
}

/**
 * Makes one deposit of many, in one SQL transaction under the payroll's lock. It pays nobody and
 * begins no line of heads, so of the rules of decision 5 only R3 applies to it.
 */
export async function consolidate(
  trx: Trx,
  deps: FactSettings,
  input: ConsolidationInput,
): Promise<Consolidated> {
  const { companyId, payrollId, now } = input
  const facts = await readFacts(trx, companyId, payrollId, deps, true)
  if (!facts) throw new Refusal('NOT_FOUND')
  await refuseNow(trx, facts, now)
  const plan = await planFor(trx, deps, facts, input)
  if (!plan) throw new Refusal('NOTHING_TO_CONSOLIDATE')
  if (plan.sats <= largestCrumbSats || plan.feeSats > facts.feeCeilings.sats) {
    throw new Refusal('FEE_TOO_HIGH')
  }
  const { requirement } = plan
  if (needsApproval(requirement) && input.userId === null) throw new Refusal('CODE_REQUIRED')
  const data = impossibleFor(plan.quorum, input.userId ?? new Set(), requirement)
  if (data) throw new Refusal('QUORUM_IMPOSSIBLE', { data })
  const made = await insertConsolidation(trx, deps, input, plan)
  await record(trx, {
    companyId,
    userId: input.userId,
    ip: input.ip,
    action: 'deposits.consolidated',
    subject: facts.payroll.name,
    detail: { deposits: plan.utxos.length, btc: btcText(plan.sats), fee: btcText(plan.feeSats) },
  })
  return { ...made, requirement }
}

async function refuseNow(trx: Trx, facts: Facts, now: Date): Promise<void> {
  if (facts.frozen) throw new Refusal('COMPANY_FROZEN')
  const { companyId, id } = facts.payroll
  await refuseWhileMoneyMoves(trx, companyId, id)
  if (facts.inMempool) {
    const data = await describeBlockingTransaction(trx, companyId, facts.inMempool)
    throw new Refusal('PAYMENT_IN_PROGRESS', { data })
  }
  const [problem] = currentRefusals(facts, now)
  if (problem) throw new Refusal(problem.code)
  if (hasUntrackedSpend(facts)) throw new Refusal('WALLET_AHEAD_OF_RECORDS')
}

async function insertConsolidation(
  trx: Trx,
  { macKey, network }: FactSettings & { macKey: KeyObject },
  { companyId, payrollId, userId, ip }: ConsolidationInput,
  plan: PlannedConsolidation,
): Promise<{ transactionId: string; order: ConsolidationOrder }> {
  const { rateUsdCentsPerBtc: rate, feeCeilingSats, requirement } = plan
  const owner = { company_id: companyId, payroll_id: payrollId }
  const order = { id: await newId(trx), ...owner, sheet_id: null, withdrawal_id: null }
  const transactionId = await insertTransaction(trx, {
    ...owner,
    order_id: order.id,
    type: 'consolidation',
    waiting_for: needsApproval(requirement) ? 'approval' : 'node',
    usd_cents: centsAt(plan.sats, rate),
    sats: plan.sats,
    rate_usd_cents_per_btc: rate,
    fee_sats: plan.feeSats,
    vsize: plan.vsize,
    fee_rate_sats_per_kvb: plan.feeRateSatsPerKvb,
  })
  const { script } = await newChangeAddress(trx, { companyId, payrollId }, network)
  await insertOutputs(trx, transactionId, [{ vout: 0, script, sats: plan.sats }])
  await insertUtxos(trx, transactionId, plan.utxos)
  const terms = {
    ...order,
    fee_ceiling_sats: feeCeilingSats,
    fee_ceiling_usd_cents: centsFromSatsRoundedUp(feeCeilingSats, rate),
    required: requirement.required,
    own_code: requirement.ownCode,
    requested_by: userId,
    requested_ip: ip,
  }
  await insertOrder(trx, macKey, terms, { lines: [], dollars: [], withdrawals: [] })
  await refreshBalances(trx, [payrollId])
  await notify(trx, 'plans')
  await notify(trx, 'transactions')
  return { transactionId, order }
}
