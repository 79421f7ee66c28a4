import type { KeyObject } from 'node:crypto'
import type { OccurrenceReason } from '#contract/calendar.ts'
import type { Include } from '#contract/include.ts'
import type { Network } from '#domain/address.ts'
import type { Requirement } from '#domain/approval-requirement.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { isBelowPaydayCeiling } from '#domain/payday-ceiling.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readHeldPeople } from '../changes/held-people.ts'
import { readPreparedSheet } from '../prepared/read-sheets.ts'
import type { Facts } from '../run/read-facts.ts'
import { claimedPeriodOf } from '../run/unpaid-lines.ts'
import { isChangedByCompany } from './company-changes.ts'
import type { PreparedPayday } from './with-sheet.ts'

/** A prepared payday that has its approvals, with the number given by others. */
export type ApprovedPayday = PreparedPayday & { changeOrderId: string; byOthers: number }

type Payday = { companyId: string; occurrenceId: string }

/**
 * Null: the payday is not prepared, not approved, or its window is over. `presser` null: nobody presses.
 */
export async function readApprovedPayday(
  db: Db,
  macKey: KeyObject,
  payday: Payday,
  now: Date,
  presser: string | null,
): Promise<ApprovedPayday | null> {
  const sheet = await readPreparedSheet(db, macKey, payday, now, presser)
  if (sheet?.approval !== 'APPROVED' || sheet.changeOrderId === null) return null
  if (now.getTime() > sheet.dueAt.getTime() + occurrenceWindowMs) return null
  const { changeOrderId } = sheet
  const { required } = await db
    .selectFrom('change_orders')
    .select('required')
    .where('company_id', '=', payday.companyId)
    .where('id', '=', changeOrderId)
    .executeTakeFirstOrThrow()
  return { ...sheet, changeOrderId, byOthers: required }
}

type Unapproved = Payday & { macKey: KeyObject; network: Network; now: Date }

/**
 * Why a payday has no approvals: nobody gave them, or a person at a held address or paid elsewhere kept
 * it from being prepared.
 */
export async function whyUnapproved(
  db: Db,
  { occurrenceId, ...context }: Unapproved,
  { salaries, elsewhere }: Facts,
): Promise<Extract<OccurrenceReason, 'NOT_APPROVED' | 'HELD_ADDRESSES' | 'PAID_ELSEWHERE'>> {
  const sheet = await db
    .selectFrom('payday_sheets')
    .select('id')
    .where('company_id', '=', context.companyId)
    .where('occurrence_id', '=', occurrenceId)
    .executeTakeFirst()
  if (sheet) return 'NOT_APPROVED'
  const held = await readHeldPeople(db, context, salaries, { keepsLines: false })
  if (held.length > 0) return 'HELD_ADDRESSES'
  return elsewhere.size > 0 ? 'PAID_ELSEWHERE' : 'NOT_APPROVED'
}

type Input = {
  companyId: string
  /** The person who presses; null: nobody. */
  userId: string | null
  macKey: KeyObject
  leave: readonly string[]
  held: Readonly<Record<string, string>>
  include: Include
  now: Date
}

/**
 * The approved payday that a press pays exactly as it was prepared; null: the press is another run.
 */
export async function findApprovedPayday(
  db: Db,
  { companyId, userId, macKey, leave, held, include, now }: Input,
  all: Facts,
): Promise<ApprovedPayday | null> {
  const { period, rest, only, special, payroll, uncertain } = all
  const isPart =
    only !== null || leave.length > 0 || Object.keys(held).length > 0 || include.length > 0
  const periodKey = claimedPeriodOf(period)
  // The approvers of an uncertain payday did not know that it may be paid already.
  if (periodKey === null || rest || special || isPart || uncertain) return null
  const row = await db
    .selectFrom('payday_sheets')
    .select('occurrence_id as occurrenceId')
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payroll.id)
    .where('period_key', '=', periodKey)
    .executeTakeFirst()
  const payday = row && (await readApprovedPayday(db, macKey, { companyId, ...row }, now, userId))
  return payday && !(await isChangedByCompany(db, macKey, payday, all)) ? payday : null
}

type Planned = { plan: PaymentPlan | null; feeCeilingSats: bigint; requirement: Requirement }

/**
 * Why the approvals do not cover a run of the sheet, or null. The rules ask for more approvals now,
 * or the run may take more than was approved.
 */
export function findUncoveredReason(
  { byOthers, rateUsdCentsPerBtc: rate, ceilingUsdCents }: ApprovedPayday,
  { plan, feeCeilingSats, requirement }: Planned,
): Extract<OccurrenceReason, 'NOT_APPROVED' | 'ABOVE_CEILING'> | null {
  if (requirement.required > byOthers) return 'NOT_APPROVED'
  if (!plan) return null
  const run = { linesSats: plan.totalSats, feeCeilingSats }
  const isBelow =
    rate !== null && isBelowPaydayCeiling(run, { rateUsdCentsPerBtc: rate, ceilingUsdCents })
  return isBelow ? null : 'ABOVE_CEILING'
}
