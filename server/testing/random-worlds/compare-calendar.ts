import type { Occurrence } from '#contract/calendar.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { askPreview } from './answers.ts'
import { codesOf } from './compare-press.ts'
import type { Disagreements } from './disagreements.ts'
import type { WorldMember, WorldPayroll } from './world.ts'

/** The calendar's words for the refusals of a press. */
const reasonOf: Readonly<Record<string, string>> = {
  COMPANY_FROZEN: 'FROZEN',
  PAYMENT_IN_PROGRESS: 'IN_PROGRESS',
  PERIOD_UNCERTAIN: 'UNCERTAIN',
  PAID_ELSEWHERE: 'PAID_ELSEWHERE',
  PERIOD_PAID: 'PAID_ELSEWHERE',
  HELD_ADDRESSES: 'HELD_ADDRESSES',
  PRICE_UNAVAILABLE: 'PRICE',
  NODE_UNAVAILABLE: 'NODE',
  PAYMENTS_STOPPED: 'STOPPED',
  WALLET_AHEAD_OF_RECORDS: 'STOPPED',
  INSUFFICIENT_FUNDS: 'FUNDS',
}

const open: ReadonlySet<string> = new Set(['planned', 'prepared', 'approved', 'held', 'missed'])

/** The paydays of a payroll that are still to be paid, beside a press for the period of each. */
export async function compareCalendar(
  who: WorldMember,
  payroll: WorldPayroll,
  occurrences: readonly Occurrence[],
  to: Disagreements,
): Promise<void> {
  for (const payday of occurrences) {
    to.saw(`payday ${payday.state} ${payday.reason ?? ''}`)
    const { kind, state, covered, missing, reason } = payday
    const isJudged = covered !== null || missing !== null || reason !== null
    if (kind !== 'REGULAR' || !open.has(state) || !isJudged) continue
    const previewed = await askPreview(who, payroll, { periodKey: payday.periodKey })
    const as = `${payday.state} ${payday.periodKey} of ${payroll.name}`
    if ('refused' in previewed) to.holds(`${as}: the preview refuses`, false, previewed)
    else comparePayday(as, payday, previewed.said.preview, to)
  }
}

function comparePayday(
  as: string,
  payday: Occurrence,
  preview: PaymentPreview,
  to: Disagreements,
): void {
  // A press first pays unpaid lines of an earlier payment; the calendar speaks of its payday alone.
  if (preview.resumes) return
  const codes = codesOf(preview)
  const elsewhere = preview.paidElsewhere.count
  const before = preview.paidBefore?.length ?? 0
  to.same(`${as}: people`, payday.people, preview.employees + before + elsewhere)
  const { missing, covered } = payday
  const facts = { payday, codes, missing: preview.missing, toFund: preview.toFund }
  const asksFor = Math.round((preview.toFund.usd - preview.toFund.reserveUsd) * 100) / 100
  if (missing) to.same(`${as}: missing`, missing.usd, asksFor)
  if (covered !== null) {
    const lacks = codes.includes('INSUFFICIENT_FUNDS')
    to.holds(`${as}: covered, unless the press lacks money`, covered === !lacks, facts)
    if (!missing) to.same(`${as}: nothing is missing`, 0, asksFor)
  }
  if (payday.state !== 'held' || payday.reason === 'NOT_APPROVED') return
  const [first] = codes.flatMap((code) => reasonOf[code] ?? [])
  to.same(`${as}: why it is not paid`, payday.reason, first ?? null)
}
