import { sumOfSats } from '#domain/money.ts'
import type { PayrollFacts } from '#domain/payroll-status.ts'
import type { CompanyFacts } from '../facts/company-facts.ts'
import { fundsOf, type MoneyFacts } from '../facts/read-money.ts'
import { isInDollarsAlone, type Problem, planAt, refusalsOf } from '../run/check-and-plan.ts'
import { inBitcoin } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'
import type { PaidOfNext } from './paid-of-next.ts'

/** Refusals that do not stop a payroll: they pass, only ask, or stand elsewhere in the status. */
const aside: ReadonlySet<string> = new Set([
  'ALREADY_PAID',
  'PRICE_UNAVAILABLE',
  'NODE_UNAVAILABLE',
  'INSUFFICIENT_FUNDS',
])

/** A fixed order: lines of one kind are alike, so there is nothing to hide by shuffling. */
const unshuffled = (below: number) => below - 1

/** The plan from the funds of now, and its shortfall once the deposits on the way are in a block. */
export function planWithDeposits(
  facts: Parameters<typeof planAt>[0],
  onTheWay: MoneyFacts['onTheWay'],
  rateUsdCentsPerBtc: bigint,
  feeRate: bigint,
) {
  const plan = planAt(facts, rateUsdCentsPerBtc, feeRate, unshuffled)
  const missingSats = missingOf(plan)
  const deposits = [...facts.funds.deposits, ...onTheWay]
  const later =
    missingSats > 0n && onTheWay.length > 0
      ? planAt(
          { ...facts, funds: { ...facts.funds, deposits } },
          rateUsdCentsPerBtc,
          feeRate,
          unshuffled,
        )
      : plan
  return { plan, missingSats, missingAfterDepositsSats: missingOf(later) }
}

/**
 * Whether the funds suffice, by the planner of run-payment itself, and what else would refuse the
 * payment. `salaries` need no names.
 */
export function coverageOf(
  company: CompanyFacts,
  money: MoneyFacts,
  { salaries, paid }: { salaries: Facts['salaries']; paid: readonly PaidOfNext[] },
  ofAccount: readonly Problem[],
): Pick<PayrollFacts, 'coverage' | 'refusal'> {
  const { price, now, feeRateSatsPerKvb: feeRate } = company
  const rate = price?.usdCentsPerBtc
  const funds = fundsOf(money)
  const facts = {
    ...nothingElse,
    ...company,
    ...money,
    ...leftAside(salaries, paid),
    salaries,
    funds,
  }
  const isPlanned = rate !== undefined && inBitcoin(salaries).length > 0
  const planned = isPlanned ? planWithDeposits(facts, money.onTheWay, rate, feeRate) : null
  const plan = planned?.plan ?? null
  // The possible approvers depend on the person who asks, so the coverage leaves them out.
  const press = { after: '', previewChanged: false, ofAccount, ofApproval: () => [], held: [] }
  const found = refusalsOf(facts, plan, press, now).find(({ code }) => !aside.has(code))
  const refusal = found?.code ?? null
  if (!planned) {
    const isNobodyLeft = salaries.length === 0 && paid.length > 0
    const needsNothing = isNobodyLeft || isInDollarsAlone({ salaries })
    return { coverage: needsNothing ? coveredByItself : null, refusal }
  }
  const { missingSats, missingAfterDepositsSats } = planned
  const { totalSats, feeSats } = planned.plan
  return {
    coverage: {
      missingSats,
      missingAfterDepositsSats,
      spareSats: sumOfSats([...funds.heads, ...funds.deposits]) - totalSats - feeSats,
    },
    refusal,
  }
}

/** Where a press would find nobody left to pay, it says why. */
function leftAside(
  salaries: Facts['salaries'],
  paid: readonly PaidOfNext[],
): Pick<Facts, 'elsewhere' | 'periodRefusal'> {
  const elsewhere: Facts['elsewhere'] = new Map(
    paid.flatMap((one) => (one.elsewhere ? [[one.employeeId, [one.elsewhere]]] : [])),
  )
  const isPaid = salaries.length === 0 && paid.length > 0 && elsewhere.size === 0
  return { elsewhere, periodRefusal: isPaid ? 'PERIOD_PAID' : null }
}

/** The coverage of a run without a bitcoin part: nothing is missing, whatever the balance. */
const coveredByItself = { missingSats: 0n, missingAfterDepositsSats: 0n, spareSats: 0n }

/** The status reports open runs, stops and partly paid runs first, so coverage leaves them out. */
const nothingElse = {
  frozen: false,
  stopped: false,
  hasUnminedSpend: false,
  only: null,
  found: 0,
  special: null,
  period: null,
  paidBefore: [],
  uncertain: null,
  payroll: { id: '', companyId: '', name: '' },
  open: null,
  withdrawing: null,
  rest: null,
  last: null,
}

/** The shortfall of a press once the deposits in the mempool are in a block. */
export function findShortfallAfterDeposits(facts: Facts): bigint {
  const { salaries, price, funds, onTheWay } = facts
  if (!price || inBitcoin(salaries).length === 0) return 0n
  const later = { ...facts, funds: { ...funds, deposits: [...funds.deposits, ...onTheWay] } }
  return missingOf(planAt(later, price.usdCentsPerBtc, facts.feeRateSatsPerKvb, unshuffled))
}

const missingOf = ({ problems }: ReturnType<typeof planAt>): bigint =>
  problems.find((problem) => problem.code === 'INSUFFICIENT_FUNDS')?.missingSats ?? 0n
