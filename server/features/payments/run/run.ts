import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '#contract/languages.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import type { Network } from '#domain/address.ts'
import type { RunTerms } from '#domain/approval-code-reasons.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { btcText, usdText } from '#domain/money.ts'
import type { Plan } from '#domain/payment-plan.ts'
import type { OrderedPlan } from '#server/authorization/ordered-plan.ts'
import { refreshBalances } from '#server/features/chain/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { type Db, newId, type Trx, violatedConstraint } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { feeCeilingOf, notifyOrder, orderRun, withFeeReason } from '../approval/index.ts'
import { describeBlockingTransaction, withdrawalInProgress } from '../in-progress.ts'
import { readPayment } from '../read-payment.ts'
import { transactionsOf } from '../untracked/acknowledge.ts'
import { refusalsOfAccount } from './account-refusals.ts'
import { decide, type Problem } from './check-and-plan.ts'
import { insertPayment, insertTransactions } from './insert-payment.ts'
import { insertLeftOut } from './left-out.ts'
import { type Facts, findBlockingPayment, readFacts } from './read-facts.ts'
import { type RunRequest, readRunRequest } from './read-request.ts'
import { changesSince, shownPreviewOf } from './shown-preview.ts'
import { reopenRun, UnpaidLinesChanged } from './unpaid-lines.ts'

type RunInput = {
  companyId: string
  userId: string
  payrollId: string
  network: Network
  feeCeilings: FeeCeilings
  sandbox: boolean
  language: Language
  ip: string | null
  now: Date
  smsConfigured: boolean
} & NotifyDeps &
  RunPaymentBody

/**
 * Plans a run in the SQL transaction that `transact` begins, under its payroll's lock: after it the
 * payment exists and goes on by itself, or nothing happened. The row lock puts simultaneous clicks in a queue. The
 * unique index over open payments catches any other race.
 */
export async function planRun<T>(
  db: Db,
  asked: RunInput,
  transact: (plan: (trx: Trx) => Promise<string>) => Promise<T>,
): Promise<T> {
  try {
    return await transact((trx) => planLocked(trx, asked))
  } catch (cause) {
    if (cause instanceof UnpaidLinesChanged) return planRun(db, asked, transact)
    if (violatedConstraint(cause) !== 'payments_one_open') throw cause
    const open = await findBlockingPayment(db, asked.payrollId)
    const payment = open && (await readPayment(db, asked.companyId, open.id))
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment }, cause })
  }
}

async function planLocked(trx: Trx, asked: RunInput): Promise<string> {
  const all = await readFacts(trx, asked.companyId, asked.payrollId, asked, true)
  if (!all) throw new Refusal('NOT_FOUND')
  const press = await readRunRequest(trx, asked, all, asked, { lock: true })
  const { facts, leftOut } = press
  const previewChanged = isOutdated(asked, all, press.terms)
  const ofAccount = await refusalsOfAccount(trx, asked, press.wait)
  const { after, now } = asked
  const { plan, problems } = decide(facts, { after, previewChanged, ofAccount }, now)
  // Ten thousand people took their time: others have their turn before as many lines are written.
  await nextTurn()
  const [problem] = problems
  if (problem) throw await refusal(trx, asked, all, problem)
  if (!plan || !facts.price) throw new Error('A payment without problems has a plan and a price')
  const approval = withFeeReason(press.approval, plan)
  const { paymentId, position } = await begin(trx, asked, facts, plan, facts.price)
  // In a reopened run they keep their unpaid lines.
  if (!facts.rest) await insertLeftOut(trx, asked.companyId, paymentId, leftOut)
  const needsApproval = approval.reasons.length > 0
  const orderId = await newId(trx)
  await insertTransactions(trx, asked, facts, plan, { paymentId, orderId, needsApproval, position })
  const feeCeilingSats = feeCeilingOf(plan, facts.price.usdCentsPerBtc, asked.feeCeilings)
  const { targetBlocks } = asked
  const order = { id: orderId, approval, paymentId, feeCeilingSats, targetBlocks }
  await orderRun(trx, asked, order, toOrderedLines(facts, plan))
  const ids = { id: orderId, company_id: asked.companyId, payroll_id: asked.payrollId }
  await notifyOrder(trx, asked, { ...ids, withdrawal_id: null }, { ...asked, waits: needsApproval })
  await refreshBalances(trx, [asked.payrollId])
  await noteRun(trx, asked, facts, { paymentId, plan, leftOut })
  await notify(trx, 'plans')
  failpoint('utxos-reserved')
  return paymentId
}

/** A new payment, or the one whose rest this is, and where its transactions begin. */
async function begin(
  trx: Trx,
  asked: RunInput,
  { rest }: Facts,
  plan: Plan,
  price: NonNullable<Facts['price']>,
): Promise<{ paymentId: string; position: number }> {
  if (!rest) return { paymentId: await insertPayment(trx, asked, plan, price), position: 0 }
  const position = await reopenRun(trx, asked.companyId, rest, plan.satsOfLine)
  return { paymentId: rest.paymentId, position }
}

/**
 * The people and amounts of the order. People and unpaid lines are locked, so the rows of the run
 * say the same.
 */
const toOrderedLines = ({ salaries }: Facts, { satsOfLine }: Plan): OrderedPlan['lines'] =>
  salaries.map(({ employeeId, address, script, usdCents }) => {
    const sats = satsOfLine.get(employeeId)
    if (sats === undefined) throw new Error(`Employee ${employeeId} is not in the plan`)
    return { employeeId, address, script, usdCents, sats }
  })

async function noteRun(
  trx: Trx,
  { companyId, userId, ip, note }: RunInput,
  facts: Facts,
  { paymentId, plan, leftOut }: Pick<RunRequest, 'leftOut'> & { paymentId: string; plan: Plan },
) {
  await record(trx, {
    companyId,
    userId,
    ip,
    action: 'payment.run',
    subject: facts.payroll.name,
    detail: {
      payment: paymentId,
      employees: plan.satsOfLine.size,
      usd: usdText(plan.totalUsdCents),
      btc: btcText(plan.totalSats),
      ...(note ? { note } : {}),
      ...(facts.rest ? { reopens: true } : {}),
      ...(leftOut.length > 0 ? { leftOut: leftOut.map(({ name }) => name) } : {}),
    },
  })
}

/** Whether the press is about a list that is no longer the payroll's. */
const isOutdated = ({ previewHash }: RunInput, { salaries }: Facts, terms: RunTerms): boolean =>
  previewHash !== '' && shownPreviewOf(salaries, terms).sha256.toString('hex') !== previewHash

/** The refusal of the first problem, with what stands in the way. */
async function refusal(db: Db, asked: RunInput, facts: Facts, problem: Problem) {
  const { companyId } = asked
  const { code, params } = problem
  if (code === 'PAYMENT_IN_PROGRESS' && !facts.open && facts.withdrawing) {
    return withdrawalInProgress(db, companyId, facts.withdrawing.transactionId)
  }
  const data = await dataOf(db, asked, facts, problem)
  return new Refusal(code, { ...(params && { params }), ...(data && { data }) })
}

async function dataOf(db: Db, asked: RunInput, facts: Facts, problem: Problem) {
  const { code, data } = problem
  const { companyId, previewHash } = asked
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
    case 'PREVIEW_CHANGED':
      return { changes: await changesSince(db, asked, previewHash, facts.salaries) }
    case 'WALLET_AHEAD_OF_RECORDS':
      return { transactions: await transactionsOf(db, companyId, facts.ahead) }
    default:
      return data
  }
}
