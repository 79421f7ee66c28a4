import { randomInt } from 'node:crypto'
import type { HeldAddress } from '#contract/changes.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type OutputType, outputTypeOf } from '#domain/address.ts'
import { countedDeposits } from '#domain/coin-selection.ts'
import type { DepositsToConsolidate } from '#domain/consolidation.ts'
import { hourMs } from '#domain/durations.ts'
import { amountAt, toMissingAmount } from '#domain/money.ts'
import { findUnusable } from '#domain/node-and-price.ts'
import { type PaymentPlan, planPayment } from '#domain/payment-plan.ts'
import { selectRequired } from '#domain/run-inputs.ts'
import { type Blocking, waitsFor } from '../facts/earlier-transactions.ts'
import { inBitcoin, type Payee } from './payee.ts'
import type { Facts } from './read-facts.ts'

/** Within this time a payroll is paid again only by a press that names the last payment. */
export const repeatedAfterMs = 72 * hourMs

export type Problem = {
  code: ErrorCode
  params?: Record<string, string>
  data?: Record<string, unknown>
  employeeIds?: string[]
  /** The transaction to wait for, where neither a payment nor a withdrawal is open. */
  inTheWay?: Blocking | null
}

/**
 * Whether the last payment, or a later part of it, is so recent that the run may be a mistaken
 * repetition.
 */
export const isSecondRun = ({ last, rest }: Facts, now: Date): boolean =>
  // Any press pays unpaid lines: nobody in them has been paid.
  last !== null && !rest && now.getTime() - last.at.getTime() < repeatedAfterMs

/**
 * `after`: the payment or untracked spend that this one follows on purpose. `ofAccount`: refusals that
 * depend on the person. `ofApproval`: reasons why nobody else could approve the plan.
 */
export type Press = {
  after: string
  previewChanged: boolean
  ofAccount: readonly Problem[]
  ofApproval: (plan: PaymentPlan | null) => readonly Problem[]
  /** People at a held address about whom the press chose nothing. */
  held: readonly HeldAddress[]
}

export type Decision = { plan: PaymentPlan | null; problems: Problem[] }

function outputType(salary: Payee): OutputType {
  const type = outputTypeOf(salary.script)
  if (!type) throw new Error(`Employee ${salary.employeeId} has a script that may not be paid`)
  return type
}

/**
 * The refusals of a payment that depend on neither price, node nor funds, in the contract's order.
 */
function refusalsBeforeMoney(
  facts: Facts,
  press: Press,
  now: Date,
  inTheWay: Blocking | null,
): Problem[] {
  const problems: Problem[] = []
  if (facts.frozen) problems.push({ code: 'COMPANY_FROZEN' })
  problems.push(...press.ofAccount)
  if (facts.open || facts.withdrawing || inTheWay) {
    problems.push({ code: 'PAYMENT_IN_PROGRESS', inTheWay })
  }
  const isPaid = facts.periodRefusal === 'PERIOD_PAID' || isPaidElsewhere(facts)
  // Nobody was paid by a cancelled payment that may confirm: somebody chooses, or 6 blocks answer.
  if (isPaid) problems.push({ code: mayConfirmElsewhere(facts) ? 'PAID_ELSEWHERE' : 'PERIOD_PAID' })
  if (facts.periodRefusal === 'OCCURRENCE_IS_OVER') problems.push({ code: 'OCCURRENCE_IS_OVER' })
  const { uncertain } = facts
  if (uncertain && uncertain.id !== press.after) problems.push({ code: 'PERIOD_UNCERTAIN' })
  // Somebody who pays an uncertain period on purpose was told all that the 72 hours would ask.
  const follows = [facts.last?.id, uncertain?.id].includes(press.after)
  if (isSecondRun(facts, now) && !follows) problems.push({ code: 'ALREADY_PAID' })
  if (facts.salaries.length === 0 && !facts.periodRefusal && !isPaid)
    problems.push({ code: 'PAYROLL_HAS_NO_EMPLOYEES' })
  if (press.previewChanged) problems.push({ code: 'PREVIEW_CHANGED' })
  if (press.held.length > 0) problems.push(heldProblem(press.held))
  return problems
}

/** Nobody is left to pay, because those who are left were paid for the same days elsewhere. */
const isPaidElsewhere = ({ salaries, elsewhere }: Facts) =>
  salaries.length === 0 && elsewhere.size > 0

const mayConfirmElsewhere = (facts: Facts) =>
  isPaidElsewhere(facts) && [...facts.elsewhere.values()].some(([line]) => line.mayConfirm)

/** Most people whom a refusal names; the preview's own list has all of them. */
const heldNamedAtMost = 100

const heldProblem = (held: readonly HeldAddress[]): Problem => ({
  code: 'HELD_ADDRESSES',
  data: { held },
  employeeIds: held.slice(0, heldNamedAtMost).map(({ employee }) => employee._id),
})

/** The refusals that hold for every movement of money now, of salaries or not. */
export function currentRefusals(facts: Facts, now: Date): Problem[] {
  const problems: Problem[] = findUnusable(facts, now).map((code) => ({ code }))
  if (facts.stopped) problems.push({ code: 'PAYMENTS_STOPPED' })
  return problems
}

/**
 * Whether an untracked spend is known, or possible because the records are from a backup: it may
 * have paid somebody.
 */
export const hasUntrackedSpend = ({ untracked, hasUnminedSpend }: Facts) =>
  untracked.length > 0 || hasUnminedSpend

/** The shortfall as a refusal reports it. */
export function toInsufficientFunds(missingSats: bigint, rateUsdCentsPerBtc: bigint) {
  const missing = toMissingAmount(missingSats, rateUsdCentsPerBtc)
  const params = { btc: missing.btc, usd: `$${missing.usd.toFixed(2)}` }
  return { code: 'INSUFFICIENT_FUNDS', params, data: { missing } } as const
}

/** Deposits that have to be consolidated first, as a refusal reports them. */
export function toConsolidateFirst(
  { code, deposits, feeSats }: DepositsToConsolidate,
  rateUsdCentsPerBtc: bigint,
) {
  const fee = amountAt(feeSats, rateUsdCentsPerBtc)
  const params = { deposits: String(deposits), btc: fee.btc, usd: `$${fee.usd.toFixed(2)}` }
  return { code, params, data: { deposits, fee } } as const
}

function planningProblems(plan: PaymentPlan, facts: Facts, rate: bigint): Problem[] {
  return plan.problems.map((problem): Problem => {
    if (problem.code === 'FEE_TOO_HIGH') return { code: 'FEE_TOO_HIGH' }
    if (problem.code === 'DEPOSITS_TO_CONSOLIDATE') return toConsolidateFirst(problem, rate)
    if (problem.code === 'INSUFFICIENT_FUNDS') return toInsufficientFunds(problem.missingSats, rate)
    const ids = new Set(problem.lines)
    const names = facts.salaries
      .filter((salary) => ids.has(salary.employeeId))
      .map((salary) => `${salary.firstName} ${salary.lastName}`)
    return {
      code: 'DUST_SALARY',
      params: { names: names.join(', ') },
      data: { employees: problem.lines },
      employeeIds: problem.lines,
    }
  })
}

/**
 * Plans the payment of a payroll and collects everything that refuses it, in the contract's order.
 * Preview and payment both decide here. The plan is null only where nobody is paid in bitcoin or no
 * price is known.
 */
export function decide(facts: Facts, press: Press, now: Date): Decision {
  const rate = facts.price?.usdCentsPerBtc
  const plan =
    rate === undefined || inBitcoin(facts.salaries).length === 0
      ? null
      : planAt(facts, rate, facts.feeRateSatsPerKvb)
  return { plan, problems: refusalsOf(facts, plan, press, now) }
}

/**
 * Whether the company pays everybody of the run by bank: such a run needs neither node, price nor
 * funds.
 */
export const isInDollarsAlone = ({ salaries }: Pick<Facts, 'salaries'>): boolean =>
  salaries.length > 0 && inBitcoin(salaries).length === 0

/** Everything that refuses a plan, in the contract's order. */
export function refusalsOf(
  facts: Facts,
  plan: PaymentPlan | null,
  press: Press,
  now: Date,
): Problem[] {
  if (isInDollarsAlone(facts)) {
    return refusalsBeforeMoney({ ...facts, withdrawing: null }, press, now, null)
  }
  const rate = facts.price?.usdCentsPerBtc
  const inTheWay = facts.inMempool ?? (plan && blockingOf(plan, facts))
  const problems = [
    ...refusalsBeforeMoney(facts, press, now, inTheWay),
    ...press.ofApproval(plan),
    ...currentRefusals(facts, now),
  ]
  const ofPlan = plan && rate !== undefined ? planningProblems(plan, facts, rate) : []
  const last: Problem[] = hasUntrackedSpend(facts) ? [{ code: 'WALLET_AHEAD_OF_RECORDS' }] : []
  return [...problems, ...ofPlan, ...last]
}

/**
 * Rules R4 and R5 for the first batch. While the funds do not suffice, the batch counts as spending
 * all heads or, without a head, all deposits of R2.
 */
function blockingOf(
  plan: PaymentPlan,
  { funds, earlierTransactions, rest }: Facts,
): Blocking | null {
  const planned = plan.transactions.filter(({ waits }) => !waits).flatMap(({ utxos }) => utxos)
  const deposits = funds.heads.length > 0 ? [] : countedDeposits(funds.deposits)
  const utxos = [...selectRequired(funds), ...(planned.length > 0 ? planned : deposits)]
  const inputs = new Set(utxos.map(({ id }) => id))
  return waitsFor(earlierTransactions, {
    inputs: [...inputs],
    lines: rest?.salaries.map(({ employeeId }) => employeeId) ?? [],
    run: rest?.paymentId ?? '',
    hasHead: funds.heads.length > 0,
    isEverything: false,
  })
}

type Planned = Pick<Facts, 'salaries' | 'funds' | 'feeCeilings'>

/** Plans the payment of everybody at a price and a fee rate. */
export function planAt(
  facts: Planned,
  rate: bigint,
  feeRateSatsPerKvb: bigint,
  random: (below: number) => number = (below) => randomInt(below),
): PaymentPlan {
  return planPayment({
    lines: inBitcoin(facts.salaries).map((salary) => ({
      id: salary.employeeId,
      usdCents: salary.bitcoinUsdCents,
      type: outputType(salary),
      scriptBytes: salary.script.length,
    })),
    ...facts.funds,
    rateUsdCentsPerBtc: rate,
    feeRateSatsPerKvb,
    feeCeilings: facts.feeCeilings,
    randomInt: random,
  })
}
