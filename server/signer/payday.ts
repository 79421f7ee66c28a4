import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import { minuteMs } from '#domain/durations.ts'
import { sumOfSats } from '#domain/money.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { isBelowPaydayCeiling } from '#domain/payday-ceiling.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { Sheet } from '#server/authorization/sheet.ts'
import { changeApprovalFault, payloadOf, type StoredChange } from './approved-change.ts'
import { hashOfSheet } from './known-plans.ts'
import type { StoredOrder, StoredPlan } from './read-plan.ts'

type Payday = ChangePayload<'OCCURRENCE'>

/** The worker's clock and that of the database are not the same: so much before its hour is its hour. */
const clocksDifferMs = minuteMs

const preparingRoles: readonly string[] = ['ADMIN', 'PAYROLL']

/**
 * Why a run is not the payday that people approved, or null. Nothing of an order without a MAC is
 * believed: whatever the tables say, exactly the approved people are paid their approved dollars, for no
 * more than the ceiling, in the approved window and, where nobody presses, once.
 */
export function paydayFault(
  plan: StoredPlan,
  order: StoredOrder,
  macKey: KeyObject,
): SignerFault | null {
  const { row, change, isBegun, team, now } = order
  const about = { orderId: row.id }
  const payload = change && payloadOf(macKey, change, 'OCCURRENCE')
  if (!payload) return { code: 'PAYDAY_MAC_WRONG', ...about }
  if (!isOfPayday(order, change, payload)) return { code: 'PAYDAY_OF_ANOTHER_RUN', ...about }
  if (plan.outputs.some(({ line }) => line?.special) || !isItsSheet(order, payload)) {
    return { code: 'PAYDAY_NOT_ITS_SHEET', ...about }
  }
  if (!isBelowCeiling(order, payload)) return { code: 'PAYDAY_ABOVE_CEILING', ...about }
  const unapproved = changeApprovalFault(macKey, change, { ...about, team, isBegun, now })
  if (unapproved || isBegun) return unapproved
  if (now > endOf(payload)) return { code: 'PAYDAY_OUT_OF_WINDOW', ...about }
  return row.mac === null ? unattendedFault(order, change, payload, macKey) : null
}

const isOfPayday = ({ row }: StoredOrder, { row: change }: StoredChange, payload: Payday) =>
  row.company_id === change.company_id &&
  row.payroll_id === payload.payrollId &&
  row.payment_id !== null &&
  row.withdrawal_id === null &&
  row.claims_period === payload.periodKey &&
  // Anybody who may press pays an approved payday; without a press it is paid for the person who asked.
  (row.mac !== null || row.requested_by === change.asked_by)

function isItsSheet({ row, plan }: StoredOrder, payload: Payday): boolean {
  const sheet = hashOfSheet(plan, {
    feeCeilingUsdCents: BigInt(payload.ceilingUsdCents),
    // The hash is over the choices that were approved.
    held: row.held as Sheet['held'],
    changesSha256: null,
  })
  return sheet.toString('hex') === payload.sheetSha256
}

function isBelowCeiling({ row, plan }: StoredOrder, payload: Payday): boolean {
  const rateUsdCentsPerBtc = BigInt(payload.rateUsdCentsPerBtc)
  const run = { linesSats: sumOfSats(plan.lines), feeCeilingSats: row.fee_ceiling_sats }
  const sheet = { ceilingUsdCents: BigInt(payload.ceilingUsdCents), rateUsdCentsPerBtc }
  return rateUsdCentsPerBtc > 0n && isBelowPaydayCeiling(run, sheet)
}

/** A payday is paid within its window alone, also where its payload says another end. */
function endOf({ dueAt, until }: Payday): Date {
  const latest = Date.parse(dueAt) + occurrenceWindowMs
  return new Date(Math.min(Date.parse(until), latest))
}

/** Rules of a run that nobody has pressed. */
function unattendedFault(
  { row, plan, now, team, payday }: StoredOrder,
  { row: change }: StoredChange,
  payload: Payday,
  macKey: KeyObject,
): SignerFault | null {
  const about = { orderId: row.id }
  const requester = team.users.get(change.asked_by)
  const mayAsk =
    requester !== undefined &&
    isTrue(macKey, 'users', requester) &&
    requester.removed_at === null &&
    preparingRoles.includes(requester.role)
  const isEnded = change.state !== 'waiting' && change.state !== 'done'
  const isRestored = payday.restoredAt !== null && payday.restoredAt > change.asked_at
  if (payload.mode !== 'PAY' || !mayAsk || isEnded || isRestored) {
    return { code: 'PAYDAY_NEEDS_PRESS', ...about }
  }
  const begins = new Date(Date.parse(payload.dueAt) - clocksDifferMs)
  // The rate is compared with the prices of the time at which the order says it was made.
  const isInWindow =
    now >= begins && row.requested_at >= begins && row.requested_at <= endOf(payload)
  if (!isInWindow) return { code: 'PAYDAY_OUT_OF_WINDOW', ...about }
  // People signed for in a run that was cancelled since are refused, too: then a person decides.
  const signedFor = new Set(payday.signedFor)
  return plan.lines.some(({ employeeId }) => signedFor.has(employeeId))
    ? { code: 'PAYDAY_SIGNED_BEFORE', ...about }
    : null
}
