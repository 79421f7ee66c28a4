import { randomInt } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { WithdrawBody } from '#contract/withdrawals.ts'
import { type Network, type ParsedAddress, parseBtcAddress } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { outputBytes } from '#domain/fees.ts'
import { btcText, parseBtc } from '#domain/money.ts'
import {
  planWithdrawal,
  type WithdrawalPlan,
  type WithdrawalProblem,
} from '#domain/withdrawal-plan.ts'
import { insertOrder } from '#server/authorization/order-mac.ts'
import { isOwnScript, refreshBalances } from '#server/features/chain/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type Blocking,
  type CodeDeps,
  currentRefusals,
  describeBlockingTransaction,
  type Facts,
  hasUntrackedSpend,
  lockOrders,
  missingFunds,
  notifyOrder,
  readFacts,
  refuseNewAddress,
  refuseUnconfirmed,
  refuseWhileMoneyMoves,
  waitsFor,
} from '#server/features/payments/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortened } from '#server/platform/observe/audit.ts'
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
 * Plans a withdrawal and sends the code that releases it, all in one SQL transaction. Until somebody approves it, it can be rejected and nothing has moved.
 */
export async function requestWithdrawal(
  trx: Trx,
  deps: CodeDeps & NotifyDeps,
  asked: WithdrawalInput,
  body: WithdrawBody,
): Promise<{ transactionId: string; leavesUtxos: boolean }> {
  const { companyId, userId, payrollId, now } = asked
  const to = await foreignAddress(trx, body.address, asked)
  const settings = { ...asked, ...deps }
  const facts = await readFacts(trx, companyId, payrollId, settings, true)
  if (!facts) throw new Refusal('NOT_FOUND')
  if (facts.frozen) throw new Refusal('COMPANY_FROZEN')
  await refuseUnconfirmed(trx, { ...asked, ...deps })
  const user = { companyId, userId, ...deps, now }
  await refuseNewAddress(trx, user, Buffer.from(to.script))
  await refuseWhileMoneyMoves(trx, companyId, payrollId)
  await refuseWhile(trx, companyId, facts.inMempool)
  const [problem] = currentRefusals(facts, now)
  if (problem) throw new Refusal(problem.code)
  // A transaction that spent our UTXOs outside the records may have been this very withdrawal.
  if (hasUntrackedSpend(facts)) throw new Refusal('WALLET_AHEAD_OF_RECORDS')
  const requestedSats = body.amount === undefined ? null : parseBtc(body.amount)
  const plan = planned(facts, to, requestedSats)
  await refuseWhile(trx, companyId, withdrawalDependency(plan, facts))
  // Runs of the company count it, and those that are being ordered now wait for it.
  await lockOrders(trx, companyId)
  const orderId = await newId(trx)
  const { withdrawalId, transactionId } = await insertWithdrawal(trx, {
    asked,
    orderId,
    to,
    requestedSats,
    plan,
    rateUsdCentsPerBtc: facts.price?.usdCentsPerBtc ?? 0n,
    feeRateSatsPerKvb: facts.feeRateSatsPerKvb,
    headFirst: randomInt(2) === 0,
  })
  const order = {
    id: orderId,
    company_id: companyId,
    payroll_id: payrollId,
    withdrawal_id: withdrawalId,
  }
  const terms = {
    ...order,
    payment_id: null,
    fee_ceiling_sats: plan.feeCeilingSats,
    needs_approval: true,
    requested_by: userId,
    requested_ip: asked.ip,
  }
  const { address, script } = to
  const ordered = { address, requestedSats, script: Buffer.from(script), sats: plan.sats }
  await insertOrder(trx, deps.macKey, terms, { lines: [], withdrawals: [ordered] })
  await refreshBalances(trx, [payrollId])
  await record(trx, {
    ...asked,
    action: 'withdrawal.asked',
    subject: facts.payroll.name,
    detail: {
      withdrawal: withdrawalId,
      btc: btcText(plan.sats),
      address: shortened(to.address),
      ...(requestedSats === null ? { everything: true } : {}),
    },
  })
  await notifyOrder(trx, deps, order, { userId, now, waits: true })
  await notify(trx, 'transactions')
  return { transactionId, leavesUtxos: plan.leavesUtxos }
}

async function refuseWhile(trx: Trx, companyId: string, inTheWay: Blocking | null): Promise<void> {
  if (!inTheWay) return
  const data = await describeBlockingTransaction(trx, companyId, inTheWay)
  throw new Refusal('PAYMENT_IN_PROGRESS', { data })
}

type Destination = Extract<ParsedAddress, { ok: true }>

/** UTXOs sent to a payroll of the company's would come back as a deposit, less a fee. */
async function foreignAddress(
  trx: Trx,
  address: string,
  { companyId, network, language }: WithdrawalInput,
): Promise<Destination> {
  const parsed = parseBtcAddress(address, network)
  if (!parsed.ok) throw new Error('A body that passed its schema has an address')
  if (await isOwnScript(trx, companyId, Buffer.from(parsed.script))) {
    const message = faultText('addressOfPayroll', language)
    throw new Refusal('VALIDATION', { faults: [{ path: 'address', message }] })
  }
  return parsed
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

/** R4 and R5. A withdrawal of everything begins no line, so it is asked for R5 alone. */
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
    const { code, ...details } = missingFunds(problem.missingSats, rateUsdCentsPerBtc)
    return new Refusal(code, details)
  }
  if (problem.code === 'TOO_MANY_COINS') {
    const most = btcText(problem.mostSats)
    return new Refusal(problem.code, { params: { btc: most }, data: { most } })
  }
  return new Refusal(problem.code)
}
