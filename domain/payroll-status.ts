import { dayMs } from './durations.ts'

/**
 * The state of a payroll's payday, as one of ten codes. Lists, pages, banners and mails all say
 * what this function says.
 */

export const payrollStatusCodes = [
  'stopped',
  'awaitsApproval',
  'awaitsNode',
  'sent',
  'paidInPart',
  'paid',
  'noPeople',
  'ready',
  'fundsOnTheWay',
  'short',
] as const
export type PayrollStatusCode = (typeof payrollStatusCodes)[number]

/** A deposit of less says nothing about the next payday: anybody can send dust. */
export const leastDepositSats = 1_000n

/** The time before its next payday from which a paid payroll is asked whether that is covered. */
export const nearPaydayMs = 3 * dayMs

/** The people of a run, by its lines; those of the payroll may be others since. */
export type RunPeople = {
  lines: number
  totalUsdCents: bigint
  /** People whose bitcoin is paid or can be, or whose dollars were sent if they get no bitcoin. */
  paid: number
  paidUsdCents: bigint
  /** People with a part in dollars; `left`: no list for the bank has had their part yet. */
  dollars: { people: number; left: number } | null
}

/** A run or a withdrawal whose transactions may still move. */
export type OpenRun = {
  /** null: a withdrawal. */
  paymentId: string | null
  orderedAt: Date
  /** When its first transaction was sent; null: none is in the mempool or in a block. */
  sentAt: Date | null
  /** The person that it waits for: who approves it, or the operator. */
  waitsFor: 'approval' | 'operator' | null
  /** Until when it can be approved. */
  approvableUntil: Date
  /** People of the payroll who have no line in it. */
  unpaid: number
  ofRun: RunPeople
}

/** A run that paid somebody and is over. */
export type PaidRun = {
  /** null: a spend that the records did not know paid people of the payroll. */
  paymentId: string | null
  paidAt: Date
  /** People of the payroll whom it has not paid. */
  unpaid: number
  ofRun: RunPeople
  /** Unpaid lines of the run, or people left out of it, are neither paid nor given up. */
  isInPart: boolean
  /** The largest deposit that was first seen after it was ordered. */
  largestDepositSince: bigint
}

export type Coverage = {
  /** The sum that the UTXOs in blocks lack; 0: they suffice. */
  missingSats: bigint
  /** The sum still missing once the deposits in the mempool are in a block. */
  missingAfterDepositsSats: bigint
  /** The sum that the payment would leave, where the funds suffice. */
  spareSats: bigint
}

export type PayrollFacts = {
  people: number
  /**
   * A stop keeps the payroll from paying, whatever its funds: the code, and since when where that
   * is known.
   */
  stop: { reason: string; since: Date | null } | null
  open: OpenRun | null
  paidRun: PaidRun | null
  /** Whether the next payday is at most three days away; null: the payroll has no dates. */
  isPaydayNear: boolean | null
  /** null: nobody is to be paid, or there is no price. */
  coverage: Coverage | null
  /** Deposits in the mempool; change of a payroll's own spends is none. */
  onTheWaySats: bigint
  /**
   * The first code with which a payment would be refused although the money suffices. An absent node
   * or price is none, nor is what only asks: a code, held people, the tick of the 72 hours.
   */
  refusal: string | null
}

export type DecidedStatus = RunPeople & {
  code: PayrollStatusCode
  at: Date | null
  people: number
  unpaid: number
  missingSats: bigint | null
  spareSats: bigint | null
  onTheWaySats: bigint | null
  approvals: { given: number; required: number; until: Date } | null
  reason: string | null
  paymentId: string | null
}

/** The people of no run. */
export const nobody: RunPeople = {
  lines: 0,
  totalUsdCents: 0n,
  paid: 0,
  paidUsdCents: 0n,
  dollars: null,
}

/** The first code that applies, with what it says. */
export function decidePayrollStatus(facts: PayrollFacts): DecidedStatus {
  const { people, onTheWaySats } = facts
  return {
    at: null,
    people,
    unpaid: 0,
    ...nobody,
    missingSats: null,
    spareSats: null,
    onTheWaySats: onTheWaySats > 0n ? onTheWaySats : null,
    approvals: null,
    reason: null,
    paymentId: null,
    ...(stopped(facts) ?? ofOpenRun(facts) ?? ofPaidRun(facts) ?? ofFunds(facts)),
  }
}

/** The shortfall to ask for now: none while a payment is open, for it decides what is left. */
export function findShortfallToFund({ open, coverage }: PayrollFacts): bigint {
  return open ? 0n : (coverage?.missingAfterDepositsSats ?? 0n)
}

type Said = Partial<DecidedStatus> & Pick<DecidedStatus, 'code'>

function stopped({ stop, open }: PayrollFacts): Said | null {
  if (stop) return { code: 'stopped', reason: stop.reason, at: stop.since, ...runOf(open) }
  if (open?.waitsFor !== 'operator') return null
  return { code: 'stopped', reason: 'WAITS_FOR_OPERATOR', at: open.orderedAt, ...runOf(open) }
}

const runOf = (open: OpenRun | null) =>
  open ? { paymentId: open.paymentId, unpaid: open.unpaid, ...open.ofRun } : {}

function ofOpenRun({ open }: PayrollFacts): Said | null {
  if (!open) return null
  const { orderedAt, sentAt, approvableUntil: until } = open
  if (open.waitsFor === 'approval') {
    const approvals = { given: 0, required: 1, until }
    return { code: 'awaitsApproval', at: orderedAt, approvals, ...runOf(open) }
  }
  return sentAt
    ? { code: 'sent', at: sentAt, ...runOf(open) }
    : { code: 'awaitsNode', at: orderedAt, ...runOf(open) }
}

function ofPaidRun(facts: PayrollFacts): Said | null {
  const { paidRun, isPaydayNear } = facts
  if (!paidRun) return null
  const { paymentId, paidAt: at, unpaid, ofRun } = paidRun
  if (paidRun.isInPart) {
    return { code: 'paidInPart', at, unpaid, ...ofRun, paymentId, ...missingOf(facts) }
  }
  // Without dates, money that comes is for the next payday.
  const isOver = isPaydayNear ?? paidRun.largestDepositSince >= leastDepositSats
  if (isOver) return null
  return { code: 'paid', at, unpaid, ...ofRun, paymentId }
}

function ofFunds(facts: PayrollFacts): Said {
  const { people, coverage, refusal } = facts
  if (people === 0) return { code: 'noPeople' }
  if (coverage?.missingSats === 0n) {
    return refusal === null
      ? { code: 'ready', spareSats: coverage.spareSats }
      : { code: 'stopped', reason: refusal }
  }
  if (coverage?.missingAfterDepositsSats === 0n) return { code: 'fundsOnTheWay' }
  return { code: 'short', ...missingOf(facts) }
}

const missingOf = (facts: PayrollFacts) => {
  const missingSats = findShortfallToFund(facts)
  return missingSats > 0n ? { missingSats } : {}
}
