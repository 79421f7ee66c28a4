import type { Language } from '#contract/languages.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { amountAt, btcText, sumOfSats, toMissingAmount, usdNumber } from '#domain/money.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import { errorText } from '#server/platform/http/language.ts'
import { paidBeforeAtMost } from '../periods/paid-before.ts'
import { periodOnWire } from '../periods/wire.ts'
import { decide, isInDollarsAlone, type Press, type Problem } from './check-and-plan.ts'
import { dollarsOf, type Payee, sumOfBitcoin, sumOfDollars } from './payee.ts'
import type { Facts } from './read-facts.ts'

function spoken(problem: Problem, language: Language) {
  const message = errorText(problem.code, language, problem.params)
  const { code, employeeIds } = problem
  return employeeIds
    ? employeeIds.map((employeeId) => ({ code, message, employeeId }))
    : [{ code, message }]
}

/** The transaction for PAYMENT_IN_PROGRESS to name, where no payment is open. */
function findWaitsFor(facts: Facts, problems: readonly Problem[]): string | null {
  if (facts.open) return null
  if (facts.withdrawing) return facts.withdrawing.transactionId
  const inTheWay = problems.find(({ code }) => code === 'PAYMENT_IN_PROGRESS')?.inTheWay
  return inTheWay && inTheWay.paymentId === null ? inTheWay.transactionId : null
}

/** Previews run-payment. It never refuses: refusals are among the problems. */
export function preview(facts: Facts, language: Language, now: Date) {
  return planPreview(facts, language, now, { ofAccount: [], ofApproval: () => [], held: [] }).said
}

/** Most people whom a preview names as paid less in bitcoin than their percentage says. */
const inDollarsAtMost = 100

const toDollars = ({ employeeId, firstName, lastName, splitReason: reason }: Payee) =>
  reason ? [{ _id: employeeId, name: `${firstName} ${lastName}`, reason }] : []

const paidBeforeOnWire = (people: Facts['paidBefore']) =>
  people.slice(0, paidBeforeAtMost).map(({ employeeId, firstName, lastName }) => ({
    employeeId,
    name: `${firstName} ${lastName}`,
  }))

const isNobodyLeft = ({ salaries, paidBefore, elsewhere }: Facts) =>
  salaries.length === 0 && paidBefore.length + elsewhere.size > 0

type Said = Omit<
  PaymentPreview,
  | 'untracked'
  | 'uncertain'
  | 'dollarsUnknownSince'
  | 'previewHash'
  | 'needsCode'
  | 'approvalsRequired'
  | 'approvedBefore'
  | 'reasons'
  | 'waits'
  | 'waitsFor'
  | 'targets'
  | 'toFund'
  | 'status'
  | 'unpaidPeople'
  | 'sharedUnaccepted'
  | 'held'
  | 'paidElsewhere'
>

/** Previews with the plan behind it, and the blocking transaction where no payment is open. */
export function planPreview(
  facts: Facts,
  language: Language,
  now: Date,
  actor: Pick<Press, 'ofAccount' | 'ofApproval' | 'held'>,
): { said: Said; plan: PaymentPlan | null; waitsFor: string | null } {
  const { plan, problems } = decide(facts, { after: '', previewChanged: false, ...actor }, now)
  const rate = facts.price?.usdCentsPerBtc ?? 0n
  const short = plan?.problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')
  const missing = short?.missingSats ?? 0n
  const feeSats = plan?.feeSats ?? 0n
  const { heads, deposits } = facts.funds
  const spendable = sumOfSats([...heads, ...deposits])
  const bitcoinUsdCents = sumOfBitcoin(facts.salaries)
  const dollarsUsdCents = sumOfDollars(facts.salaries)
  const said = {
    totalUsd: usdNumber(bitcoinUsdCents + dollarsUsdCents),
    bitcoinUsd: usdNumber(bitcoinUsdCents),
    dollarsUsd: usdNumber(dollarsUsdCents),
    dollarsPeople: facts.salaries.filter((one) => dollarsOf(one) > 0n).length,
    inDollars: facts.salaries.flatMap(toDollars).slice(0, inDollarsAtMost),
    totalBtc: btcText(plan?.totalSats ?? 0n),
    usdRate: usdNumber(rate),
    rateAt: facts.price?.at.toISOString() ?? null,
    employees: facts.salaries.length,
    transactions: plan?.transactions.length ?? 0,
    gatherings: 0,
    networkFee: amountAt(feeSats, rate),
    feeRate: Number(facts.feeRateSatsPerKvb) / 1000,
    spendableBtc: btcText(spendable),
    enough: isInDollarsAlone(facts) || isNobodyLeft(facts) || (plan !== null && !short),
    missing: rate === 0n ? { btc: btcText(0n), usd: 0 } : toMissingAmount(missing, rate),
    problems: problems.flatMap((problem) => spoken(problem, language)),
    resumes: facts.rest ? { _id: facts.rest.paymentId, at: facts.rest.at.toISOString() } : null,
    period: periodOnWire(facts.period),
    paidBefore: paidBeforeOnWire(facts.paidBefore),
    lastPaid: facts.last ? { _id: facts.last.id, at: facts.last.at.toISOString() } : null,
  }
  return { said, plan, waitsFor: findWaitsFor(facts, problems) }
}
