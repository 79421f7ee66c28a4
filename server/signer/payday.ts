import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import { minuteMs } from '#domain/durations.ts'
import { sumOfSats } from '#domain/money.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { isBelowPaydayCeiling } from '#domain/payday-ceiling.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { Sheet } from '#server/authorization/sheet.ts'
import { changeApprovalFault, payloadOf, type StoredChange } from './approved-change.ts'
import { hashOfSheet } from './known-plans.ts'
import type { PaydayMemory } from './payday-memory.ts'
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
  plan: Pick<StoredPlan, 'outputs'>,
  order: StoredOrder,
  macKey: KeyObject,
): SignerFault | null {
  const { row, change, isBegun, team, now } = order
  const about = { orderId: row.id }
  const payload = change && payloadOf(macKey, change, 'OCCURRENCE')
  if (!payload) return { code: 'PAYDAY_MAC_WRONG', ...about }
  if (!isOfPayday(order, change, payload)) return { code: 'PAYDAY_OF_ANOTHER_RUN', ...about }
  if (plan.outputs.some(({ line }) => line?.isSpecial) || !isItsSheet(order, payload)) {
    return { code: 'PAYDAY_NOT_ITS_SHEET', ...about }
  }
  if (!isBelowCeiling(order, payload)) return { code: 'PAYDAY_ABOVE_CEILING', ...about }
  const changers = payload.changers.map(({ userId }) => userId)
  // The person who pressed stands under the MAC of the order.
  const presser = row.mac && row.requested_by
  const who = { changers, presser, team, isBegun, now }
  const unapproved = changeApprovalFault(macKey, change, { ...about, ...who })
  if (unapproved || isBegun) return unapproved
  if (now > endOf(payload)) return { code: 'PAYDAY_OUT_OF_WINDOW', ...about }
  return row.mac === null ? unattendedFault(order, change, payload, macKey) : null
}

const isOfPayday = ({ row }: StoredOrder, { row: change }: StoredChange, payload: Payday) =>
  row.company_id === change.company_id &&
  row.payroll_id === payload.payrollId &&
  row.sheet_id !== null &&
  row.withdrawal_id === null &&
  row.claims_period === payload.periodKey &&
  change.required === payload.required &&
  canonicalJson(row.included) === canonicalJson(payload.included) &&
  // Anybody who may press pays an approved payday; without a press it is paid for the person who asked.
  (row.mac !== null || row.requested_by === change.asked_by)

function isItsSheet({ row, plan }: StoredOrder, payload: Payday): boolean {
  const sheet = hashOfSheet(plan, {
    feeCeilingUsdCents: BigInt(payload.ceilingUsdCents),
    // The hash is over the choices that were approved.
    held: row.held as Sheet['held'],
    changers: [],
    changesSha256: null,
  })
  return sheet.toString('hex') === payload.sheetSha256
}

function isBelowCeiling({ row, plan }: StoredOrder, payload: Payday): boolean {
  // All of it is in dollars: it has no rate.
  if (plan.lines.length === 0 && row.fee_ceiling_sats === 0n) return true
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

/**
 * Whether nobody skipped or moved the payday since, or took the dates away by which it pays itself. The
 * state of the change does not prove that: who writes it keeps a skip from ending the change.
 */
function stands(
  { occurrence, schedule }: PaydayMemory,
  { occurrenceId, dueAt }: Payday,
  macKey: KeyObject,
): boolean {
  if (!occurrence || !isTrue(macKey, 'occurrences', occurrence)) return false
  if (!schedule || !isTrue(macKey, 'schedules', schedule)) return false
  const isOpen = !occurrence.ended && occurrence.skipped_at === null
  const isSame = occurrence.id === occurrenceId && occurrence.due_at.toISOString() === dueAt
  return isOpen && isSame && !schedule.ended && schedule.mode === 'PAY'
}

/** Rules of a run that nobody has pressed. */
function unattendedFault(
  { row, plan, now, team, payday }: StoredOrder,
  { row: change }: StoredChange,
  payload: Payday,
  macKey: KeyObject,
): SignerFault | null {
  const about = { orderId: row.id }
  const requester = change.asked_by === null ? null : team.users.get(change.asked_by)
  // Nobody asked where the calendar prepared it.
  const mayAsk =
    requester === null ||
    (requester !== undefined &&
      isTrue(macKey, 'users', requester) &&
      requester.removed_at === null &&
      preparingRoles.includes(requester.role))
  // An approval is done once its window is over, and not sooner.
  const isEnded = change.state !== 'waiting'
  const isRestored = payday.restoredAt !== null && payday.restoredAt > change.asked_at
  if (
    payload.mode !== 'PAY' ||
    !mayAsk ||
    isEnded ||
    isRestored ||
    !stands(payday, payload, macKey)
  ) {
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
