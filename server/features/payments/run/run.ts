import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '#contract/languages.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import type { Network } from '#domain/address.ts'
import { needsApproval, type Requirement } from '#domain/approval-requirement.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { btcText, usdText } from '#domain/money.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import type { OrderedPlan } from '#server/authorization/ordered-plan.ts'
import { refreshBalances } from '#server/features/chain/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { type Db, findViolatedConstraint, newId, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import {
  notifyOrder,
  orderRun,
  type RunApproval,
  toNotifiedChanges,
  withFeeReason,
} from '../approval/index.ts'
import { readChangers } from '../changes/index.ts'
import { toOrderedText } from '../changes/ordered-changes.ts'
import {
  describeBlockingTransaction,
  findBlockingPayment,
  withdrawalInProgress,
} from '../in-progress.ts'
import type { ApprovedPayday } from '../payday/approved-payday.ts'
import { claimPeriod } from '../periods/claims.ts'
import { sayUncertain } from '../periods/uncertain-wire.ts'
import { readPayment } from '../read-payment.ts'
import { notifyDollars } from '../send/dollars-alone.ts'
import { transactionsOf } from '../untracked/acknowledge.ts'
import { isInDollarsAlone, type Problem } from './check-and-plan.ts'
import { insertPayment, insertTransactions, paysOf } from './insert-payment.ts'
import { insertLeftOut } from './left-out.ts'
import { inBitcoin, sumOfBitcoin, sumOfDollars, toOrderedDollars } from './payee.ts'
import { type PressRead, readPress } from './press.ts'
import { type Facts, readFacts } from './read-facts.ts'
import type { RunRequest } from './read-request.ts'
import { requirementOfRun } from './requirement.ts'
import type { SheetReader } from './run-kind.ts'
import { changesSince } from './shown-preview.ts'
import { claimedPeriodOf, reopenRun, UnpaidLinesChanged } from './unpaid-lines.ts'

export type RunInput = {
  companyId: string
  /** Null: nobody presses, an approved payday pays itself. */
  userId: string | null
  payrollId: string
  network: Network
  feeCeilings: FeeCeilings
  sandbox: boolean
  language: Language
  ip: string | null
  now: Date
  smsConfigured: boolean
  /** The sheet of a special pay; null: the run pays salaries. */
  readSheet: SheetReader | null
} & NotifyDeps &
  RunPaymentBody

/**
 * Plans a run in the SQL transaction that `transact` begins, under the payroll's lock. Afterwards
 * the payment exists and goes on by itself, or nothing happened. The row lock queues simultaneous
 * clicks, and the unique index over open payments catches any other race.
 */
export async function planRun<T>(
  db: Db,
  input: RunInput,
  transact: (plan: (trx: Trx) => Promise<string>) => Promise<T>,
): Promise<T> {
  try {
    return await transact((trx) => planLocked(trx, input))
  } catch (cause) {
    if (cause instanceof UnpaidLinesChanged) return planRun(db, input, transact)
    if (findViolatedConstraint(cause) !== 'sheets_one_open') throw cause
    const open = await findBlockingPayment(db, input.payrollId)
    const payment = open && (await readPayment(db, input.companyId, open.id))
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment }, cause })
  }
}

async function planLocked(trx: Trx, input: RunInput): Promise<string> {
  const all = await readFacts(trx, input.companyId, input.payrollId, input, true, input)
  if (!all) throw new Refusal('NOT_FOUND')
  const pressRead = await readPress(trx, input, all)
  // Planning for ten thousand people took a while: let other work run before as many lines are
  // written.
  await nextTurn()
  const [problem] = pressRead.problems
  const { last } = pressRead.press.facts
  if (problem) throw await refusal(trx, input, { ...all, last }, problem)
  return executeRun(trx, { ...input, orderKey: input.macKey }, pressRead)
}

type ExecuteInput = RunInput & { orderKey: KeyObject | null }

/** Plans a press that nothing refuses; `orderKey` null: nobody pressed. */
export async function executeRun(
  trx: Trx,
  input: ExecuteInput,
  pressRead: PressRead,
): Promise<string> {
  const { press, plan, feeCeilingSats, payday } = pressRead
  const { facts } = press
  if (!isInDollarsAlone(facts) && !(plan && facts.price)) {
    throw new Error('A payment without problems has a plan and a price')
  }
  const ofPress = plan ? withFeeReason(press.approval, plan) : press.approval
  const approval = payday ? approvedBefore : ofPress
  const requirement = payday ? noApproval : requirementOfRun(press, input.userId, plan)
  const waits = needsApproval(requirement)
  const { paymentId, position } = await begin(trx, input, pressRead, waits)
  const leftOut = payday?.leftOut ?? press.leftOut
  // People left out of a reopened run keep their unpaid lines, so they are recorded already.
  if (!facts.rest) await insertLeftOut(trx, input.companyId, paymentId, leftOut)
  if (payday) await endApprovalOfPress(trx, payday, input.now)
  const orderId = await newId(trx)
  const ids = { id: orderId, company_id: input.companyId, payroll_id: input.payrollId }
  if (plan) {
    const planned = { paymentId, orderId, needsApproval: waits, position }
    await insertTransactions(trx, input, facts, plan, planned)
  }
  const { targetBlocks } = input
  const rateUsdCentsPerBtc = plan && facts.price ? facts.price.usdCentsPerBtc : null
  const terms = {
    approval,
    requirement,
    paymentId,
    feeCeilingSats,
    rateUsdCentsPerBtc,
    targetBlocks,
    held: payday?.held ?? press.decided.choices,
    included: payday?.included ?? press.included,
    changes: toOrderedText(press.changes),
    changers: needsApproval(requirement) ? await changersOf(trx, input, facts) : [],
    claimsPeriod: claimedPeriodOf(facts.period),
    changeOrderId: payday?.changeOrderId ?? null,
    pays: paysOf(facts),
  }
  const lines = plan ? toOrderedLines(facts, plan) : []
  const dollars = toOrderedDollars(facts.salaries)
  await orderRun(trx, input, { id: orderId, ...terms }, { lines, dollars })
  const notified = toNotifiedChanges(press.differences, facts.salaries)
  const order = { ...ids, sheet_id: paymentId, withdrawal_id: null }
  const { quorum } = press
  await notifyOrder(trx, input, order, { ...input, ...requirement, notified, quorum })
  if (plan) await refreshBalances(trx, [input.payrollId])
  await noteRun(trx, input, facts, { paymentId, plan, leftOut })
  await (plan ? notify(trx, 'plans') : notifyDollars(trx, paymentId))
  failpoint('utxos-reserved')
  return paymentId
}

const changersOf = (trx: Trx, { companyId, payrollId, macKey }: RunInput, { salaries }: Facts) =>
  readChangers(
    trx,
    { companyId, payrollId, macKey },
    salaries.map(({ employeeId }) => employeeId),
  )

/**
 * Ends the request for approvals of a payday that a press released before the last approval: nobody is
 * asked any more.
 */
async function endApprovalOfPress(
  trx: Trx,
  { changeOrderId, companyId }: ApprovedPayday,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('change_orders')
    .set({ state: 'done', approved_at: now, effective_at: now, ended_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', changeOrderId)
    .where('state', '=', 'open')
    .execute()
}

/** The approvals of an approved payday cover every reason for a code. */
const approvedBefore: RunApproval = { reasons: [], overUsdCents: null }
const noApproval: Requirement = { required: 0, ownCode: false }

/**
 * Begins a payment, or reopens the one that has unpaid lines; returns where its transactions begin.
 */
async function begin(
  trx: Trx,
  input: RunInput,
  { press: { facts, decided }, payday, plan }: PressRead,
  waits: boolean,
): Promise<{ paymentId: string; position: number }> {
  const { rest } = facts
  const lines = { previous: decided.previous, prepared: payday?.lines }
  if (!rest || !plan) {
    const paymentId = await insertPayment(trx, { ...input, ...lines, waits }, plan, facts)
    return { paymentId, position: 0 }
  }
  const position = await reopenRun(trx, input.companyId, rest, plan.satsOfLine)
  const claimsPeriod = claimedPeriodOf(rest.period)
  if (claimsPeriod !== null) {
    // A run of others for the same period may have freed their claims since.
    const people = rest.salaries.map(({ employeeId }) => employeeId)
    await claimPeriod(trx, input, claimsPeriod, { paymentId: rest.paymentId, people })
  }
  return { paymentId: rest.paymentId, position }
}

/**
 * The people and amounts of the order. People and unpaid lines are locked, so the run's rows get
 * the same.
 */
const toOrderedLines = ({ salaries }: Facts, { satsOfLine }: PaymentPlan): OrderedPlan['lines'] =>
  inBitcoin(salaries).map(({ employeeId, address, script, bitcoinUsdCents: usdCents }) => {
    const sats = satsOfLine.get(employeeId)
    if (sats === undefined) throw new Error(`Employee ${employeeId} is not in the plan`)
    return { employeeId, address, script, usdCents, sats }
  })

async function noteRun(
  trx: Trx,
  { companyId, userId, ip, note, orderKey }: ExecuteInput,
  facts: Facts,
  {
    paymentId,
    plan,
    leftOut,
  }: Pick<RunRequest, 'leftOut'> & { paymentId: string; plan: PaymentPlan | null },
) {
  const dollarsUsdCents = sumOfDollars(facts.salaries)
  await record(trx, {
    companyId,
    // Nobody pressed for an approved payday that pays itself.
    userId: orderKey && userId,
    ip,
    action: 'payment.run',
    subject: facts.payroll.name,
    detail: {
      payment: paymentId,
      employees: facts.salaries.length,
      usd: usdText(sumOfBitcoin(facts.salaries) + dollarsUsdCents),
      btc: btcText(plan?.totalSats ?? 0n),
      ...(dollarsUsdCents > 0n ? { dollarsUsd: usdText(dollarsUsdCents) } : {}),
      ...(note ? { note } : {}),
      ...(facts.rest ? { reopens: true } : {}),
      ...(facts.period ? { period: facts.period.key } : {}),
      ...(facts.period?.extra ? { extra: true } : {}),
      ...(leftOut.length > 0 ? { leftOut: leftOut.map(({ name }) => name) } : {}),
    },
  })
}

/** The refusal for the first problem, with the data about its cause. */
async function refusal(db: Db, input: RunInput, facts: Facts, problem: Problem) {
  const { companyId } = input
  const { code, params } = problem
  if (code === 'PAYMENT_IN_PROGRESS' && !facts.open && facts.withdrawing) {
    return withdrawalInProgress(db, companyId, facts.withdrawing.transactionId)
  }
  const data = await dataOf(db, input, facts, problem)
  return new Refusal(code, { ...(params && { params }), ...(data && { data }) })
}

async function dataOf(db: Db, input: RunInput, facts: Facts, problem: Problem) {
  const { code, data } = problem
  const { companyId, previewHash } = input
  const payment = async (named: { id: string } | null) =>
    named && { payment: await readPayment(db, companyId, named.id) }
  switch (code) {
    case 'PAYMENT_IN_PROGRESS':
      return facts.open
        ? payment(facts.open)
        : problem.inTheWay && describeBlockingTransaction(db, companyId, problem.inTheWay)
    case 'ALREADY_PAID':
      return facts.last?.isUntracked
        ? { payment: null, transaction: await findTransaction(db, companyId, facts.last.id) }
        : payment(facts.last)
    case 'PERIOD_UNCERTAIN':
      return { uncertain: await sayUncertain(db, facts) }
    case 'PREVIEW_CHANGED':
      return { changes: await changesSince(db, input, previewHash, facts.salaries) }
    case 'WALLET_AHEAD_OF_RECORDS':
      return { transactions: await transactionsOf(db, companyId, facts.untracked) }
    default:
      return data
  }
}
