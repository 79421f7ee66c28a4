import type { Language } from '#contract/languages.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { amountAt, btcText, missingAmountAt, sumOfSats, usdNumber } from '#domain/money.ts'
import type { Plan, PlannedTransaction } from '#domain/payment-plan.ts'
import { errorText } from '#server/platform/http/language.ts'
import { decide, type Problem } from './check-and-plan.ts'
import type { Facts } from './read-facts.ts'

function spoken(problem: Problem, language: Language) {
  const message = errorText(problem.code, language, problem.params)
  const { code, employeeIds } = problem
  return employeeIds
    ? employeeIds.map((employeeId) => ({ code, message, employeeId }))
    : [{ code, message }]
}

const gathersOnly = ({ outputs }: PlannedTransaction) =>
  outputs.every((output) => output.kind === 'lane')

/** The transaction that PAYMENT_IN_PROGRESS names where it names no payment. */
function findWaitsFor(facts: Facts, problems: readonly Problem[]): string | null {
  if (facts.open) return null
  if (facts.withdrawing) return facts.withdrawing.transactionId
  const inTheWay = problems.find(({ code }) => code === 'PAYMENT_IN_PROGRESS')?.inTheWay
  return inTheWay && inTheWay.paymentId === null ? inTheWay.transactionId : null
}

/** The outcome of run-payment now. It never refuses: refusals are among the problems. */
export function preview(facts: Facts, language: Language, now: Date) {
  return planPreview(facts, language, now, []).said
}

type Said = Omit<
  PaymentPreview,
  'untracked' | 'previewHash' | 'needsCode' | 'reasons' | 'waits' | 'waitsFor' | 'targets'
>

/** The same with the plan that it speaks of, and the transaction of no payment that is in the way. */
export function planPreview(
  facts: Facts,
  language: Language,
  now: Date,
  ofAccount: readonly Problem[],
): { said: Said; plan: Plan | null; waitsFor: string | null } {
  const { plan, problems } = decide(facts, { after: '', previewChanged: false, ofAccount }, now)
  const rate = facts.price?.usdCentsPerBtc ?? 0n
  const short = plan?.problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')
  const missing = short?.missingSats ?? 0n
  const feeSats = plan?.feeSats ?? 0n
  const { heads, deposits } = facts.funds
  const spendable = sumOfSats([...heads, ...deposits])
  const totalUsdCents = facts.salaries.reduce((total, salary) => total + salary.usdCents, 0n)
  const said = {
    totalUsd: usdNumber(totalUsdCents),
    totalBtc: btcText(plan?.totalSats ?? 0n),
    usdRate: usdNumber(rate),
    rateAt: facts.price?.at.toISOString() ?? null,
    employees: facts.salaries.length,
    transactions: plan?.transactions.length ?? 0,
    gatherings: plan?.transactions.filter(gathersOnly).length ?? 0,
    networkFee: amountAt(feeSats, rate),
    feeRate: Number(facts.feeRateSatsPerKvb) / 1000,
    spendableBtc: btcText(spendable),
    enough: plan !== null && !short,
    missing: rate === 0n ? { btc: btcText(0n), usd: 0 } : missingAmountAt(missing, rate),
    problems: problems.flatMap((problem) => spoken(problem, language)),
    resumes: facts.rest ? { _id: facts.rest.paymentId, at: facts.rest.at.toISOString() } : null,
    lastPaid: facts.last ? { _id: facts.last.id, at: facts.last.at.toISOString() } : null,
  }
  return { said, plan, waitsFor: findWaitsFor(facts, problems) }
}
