import { randomInt } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { WithdrawBody } from '#contract/withdrawals.ts'
import type { Network } from '#domain/address.ts'
import type { Requirement } from '#domain/approval-requirement.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { outputBytes } from '#domain/fees.ts'
import {
  btcText,
  centsAt,
  centsFromSatsRoundedUp,
  parseBtc,
  parseUsdNumber,
  satsFromCents,
} from '#domain/money.ts'
import {
  planWithdrawal,
  type WithdrawalPlan,
  type WithdrawalProblem,
} from '#domain/withdrawal-plan.ts'
import { insertOrder } from '#server/authorization/order-rows.ts'
import { refreshBalances } from '#server/features/chain/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type Blocking,
  type CodeDeps,
  currentRefusals,
  describeBlockingTransaction,
  type Facts,
  hasUntrackedSpend,
  lockOrders,
  notifyOrder,
  readFacts,
  refuseNewAddress,
  refuseUnconfirmed,
  refuseWhileMoneyMoves,
  requirementOfWithdrawal,
  sumOrderedOfDay,
  toConsolidateFirst,
  toInsufficientFunds,
  waitsFor,
} from '#server/features/payments/index.ts'
import { impossibleFor, readQuorum } from '#server/features/quorum/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { type Destination, destinationOf } from './destination.ts'
import { insertWithdrawal } from './store.ts'

type WithdrawalInput = Actor & {
  userId: string
  payrollId: string
  language: Language
  network: Network
  feeCeilings: FeeCeilings
  sandbox: boolean
  now: Date
}

/**
 * Plans a withdrawal and sends the code that releases it, all in one SQL transaction. Until
 * somebody approves it, it can be rejected and nothing has moved.
 */
export async function requestWithdrawal(
  trx: Trx,
  deps: CodeDeps & NotifyDeps,
  input: WithdrawalInput,
  body: WithdrawBody,
): Promise<{ transactionId: string }> {
  const { companyId, userId, payrollId, now } = input
  const settings = { ...input, ...deps }
  const to = await destinationOf(trx, body, settings)
  const facts = await readFacts(trx, companyId, payrollId, settings, true)
  if (!facts) throw new Refusal('NOT_FOUND')
  if (facts.frozen) throw new Refusal('COMPANY_FROZEN')
  await refuseUnconfirmed(trx, { ...input, ...deps })
  const user = { companyId, userId, ...deps, now }
  await refuseNewAddress(trx, user, Buffer.from(to.script))
  await refuseWhileMoneyMoves(trx, companyId, payrollId)
  await refuseWhile(trx, companyId, facts.inMempool)
  const [problem] = currentRefusals(facts, now)
  if (problem) throw new Refusal(problem.code)
  // A transaction that spent our UTXOs outside the records may have been this very withdrawal.
  if (hasUntrackedSpend(facts)) throw new Refusal('WALLET_AHEAD_OF_RECORDS')
  const requestedSats = requestedOf(body, facts)
  const plan = planned(facts, to, requestedSats)
  await refuseWhile(trx, companyId, withdrawalDependency(plan, facts))
  // Runs of the company count this withdrawal in their 24-hour sum, so runs being ordered now wait
  // for it.
  await lockOrders(trx, companyId)
  const rateUsdCentsPerBtc = facts.price?.usdCentsPerBtc ?? 0n
  const requirement = await requiredFor(trx, deps, input, centsAt(plan.sats, rateUsdCentsPerBtc))
  const orderId = await newId(trx)
  const { withdrawalId, transactionId } = await insertWithdrawal(trx, {
    ids: input,
    orderId,
    to,
    requestedSats,
    plan,
    rateUsdCentsPerBtc,
    feeRateSatsPerKvb: facts.feeRateSatsPerKvb,
    headFirst: randomInt(2) === 0,
  })
  const order = {
    id: orderId,
    company_id: companyId,
    payroll_id: payrollId,
    sheet_id: null,
    withdrawal_id: withdrawalId,
  }
  const terms = {
    ...order,
    fee_ceiling_sats: plan.feeCeilingSats,
    fee_ceiling_usd_cents: centsFromSatsRoundedUp(plan.feeCeilingSats, rateUsdCentsPerBtc),
    required: requirement.required,
    own_code: requirement.ownCode,
    requested_by: userId,
    requested_ip: input.ip,
  }
  const { address, script } = to
  const ordered = { address, requestedSats, script: Buffer.from(script), sats: plan.sats }
  await insertOrder(trx, deps.macKey, terms, { lines: [], dollars: [], withdrawals: [ordered] })
  await refreshBalances(trx, [payrollId])
  await record(trx, {
    ...input,
    action: 'withdrawal.asked',
    subject: facts.payroll.name,
    detail: {
      withdrawal: withdrawalId,
      btc: btcText(plan.sats),
      address: shortenAddress(to.address),
      ...(to.payrollName === null ? {} : { payrollName: to.payrollName }),
      ...(requestedSats === null ? { everything: true } : {}),
    },
  })
  await notifyOrder(trx, deps, order, { userId, now, ...requirement })
  await notify(trx, 'transactions')
  return { transactionId }
}

/** The approvals that the withdrawal needs; 409 where too few other people may approve. */
async function requiredFor(
  trx: Trx,
  { macKey }: CodeDeps,
  { companyId, userId, now }: WithdrawalInput,
  usdCents: bigint,
): Promise<Requirement> {
  const quorum = await readQuorum(trx, macKey, companyId, now)
  const orderedUsdCents = await sumOrderedOfDay(trx, companyId, now)
  const input = { usdCents, orderedUsdCents, orderedBy: userId }
  const requirement = requirementOfWithdrawal(quorum, input)
  const data = impossibleFor(quorum, userId, requirement)
  if (data) throw new Refusal('QUORUM_IMPOSSIBLE', { data })
  return requirement
}

async function refuseWhile(trx: Trx, companyId: string, inTheWay: Blocking | null): Promise<void> {
  if (!inTheWay) return
  const data = await describeBlockingTransaction(trx, companyId, inTheWay)
  throw new Refusal('PAYMENT_IN_PROGRESS', { data })
}

/** The amount asked for, in satoshi; null: everything. */
function requestedOf({ amount, amountUsd }: WithdrawBody, { price }: Facts): bigint | null {
  if (amount !== undefined) return parseBtc(amount)
  const usdCents = amountUsd === undefined ? null : parseUsdNumber(amountUsd)
  if (usdCents === null) return null
  if (!price) throw new Refusal('PRICE_UNAVAILABLE')
  return satsFromCents(usdCents, price.usdCentsPerBtc)
}

function planned(facts: Facts, to: Destination, requestedSats: bigint | null): WithdrawalPlan {
  const rateUsdCentsPerBtc = facts.price?.usdCentsPerBtc ?? 0n
  const plan = planWithdrawal({
    requestedSats,
    type: to.type,
    outputBytes: outputBytes(to.script.length),
    ...facts.funds,
    rateUsdCentsPerBtc,
    feeRateSatsPerKvb: facts.feeRateSatsPerKvb,
    feeCeilings: facts.feeCeilings,
  })
  if ('code' in plan) throw refusalOf(plan, rateUsdCentsPerBtc)
  return plan
}

/**
 * Checks R4 and R5. A withdrawal of everything begins no line of heads, so only R5 applies to it.
 */
function withdrawalDependency(
  plan: WithdrawalPlan,
  { funds, earlierTransactions }: Facts,
): Blocking | null {
  return waitsFor(earlierTransactions, {
    inputs: plan.utxos.map(({ id }) => id),
    lines: [],
    run: '',
    hasHead: funds.heads.length > 0,
    isEverything: plan.headSats === 0n,
  })
}

function refusalOf(problem: WithdrawalProblem, rateUsdCentsPerBtc: bigint): Refusal {
  if (problem.code === 'INSUFFICIENT_FUNDS') {
    const { code, ...details } = toInsufficientFunds(problem.missingSats, rateUsdCentsPerBtc)
    return new Refusal(code, details)
  }
  if (problem.code === 'DEPOSITS_TO_CONSOLIDATE') {
    const { code, ...details } = toConsolidateFirst(problem, rateUsdCentsPerBtc)
    return new Refusal(code, details)
  }
  return new Refusal(problem.code)
}
