import { sql } from 'kysely'
import type {
  CalendarAnswer,
  CalendarQuery,
  OccurrenceReason,
  Occurrence as WireOccurrence,
} from '#contract/calendar.ts'
import type { Language } from '#contract/languages.ts'
import { missingAmountAt, usdNumber } from '#domain/money.ts'
import { missedForMs, nextReminder, occurrenceState } from '#domain/occurrence-state.ts'
import { namedClosedDays } from '#domain/schedule/closed-days.ts'
import {
  countsForPeriod,
  type PaydayCoverage,
  type PreparedSheet,
  readPaydayCoverage,
  readPreparedSheets,
  type StatusDeps,
} from '#server/features/payments/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { fieldFault } from './field-fault.ts'
import { type OccurrenceRow, readOccurrences } from './rows.ts'
import { readCompanyDays } from './schedule-rows.ts'

const dayMs = 86_400_000
const windowAtMostMs = 25 * 31 * dayMs

/** The window of a query: three months from the first of this one, where it names none. */
function windowOf({ from, to }: CalendarQuery, language: Language, now: Date) {
  const time = (text: string, field: string, standard: Date) => {
    if (text === '') return standard
    const at = new Date(text)
    if (Number.isNaN(at.getTime())) throw fieldFault(field, 'invalid', language)
    return at
  }
  const first = time(from, 'from', new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)))
  const inThreeMonths = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 3, 1)
  const last = time(to, 'to', new Date(inThreeMonths))
  if (last <= first) throw fieldFault('to', 'scheduleEndsBefore', language)
  if (last.getTime() - first.getTime() > windowAtMostMs) {
    throw fieldFault('to', 'windowTooLong', language)
  }
  return { first, last }
}

export async function readCalendar(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  query: CalendarQuery,
  language: Language,
): Promise<CalendarAnswer> {
  const { first, last } = windowOf(query, language, deps.clock.now())
  const rows = await readOccurrences(
    db,
    companyId,
    sql`o.due_at >= ${first} AND o.due_at < ${last}`,
  )
  const days = await readCompanyDays(db, companyId)
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  return {
    occurrences: await toOccurrences(db, deps, companyId, rows),
    closedDays: namedClosedDays(days, dayOf(first), dayOf(last)),
  }
}

/** One payday; null for any other id. */
export async function findOccurrence(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  id: string,
): Promise<WireOccurrence | null> {
  const rows = isUuid(id) ? await readOccurrences(db, companyId, sql`o.id = ${id}`) : []
  const [occurrence] = await toOccurrences(db, deps, companyId, rows)
  return occurrence ?? null
}

export async function readOccurrence(db: Db, deps: StatusDeps, companyId: string, id: string) {
  const occurrence = await findOccurrence(db, deps, companyId, id)
  if (!occurrence) throw new Refusal('NOT_FOUND')
  return occurrence
}

/** The next payday of each payroll that somebody may still pay: what is missing is missing for it. */
async function readOpenIds(db: Db, companyId: string, payrollIds: readonly string[], now: Date) {
  const since = new Date(now.getTime() - missedForMs)
  const rows = await readOccurrences(
    db,
    companyId,
    sql`o.payroll_id = ANY(${payrollIds}::uuid[]) AND o.kind = 'REGULAR' AND NOT paid.is
      AND o.skipped_at IS NULL AND o.due_at > ${since} AND NOT EXISTS (
        SELECT FROM occurrences sooner WHERE sooner.payroll_id = o.payroll_id
          AND sooner.kind = 'REGULAR' AND sooner.skipped_at IS NULL
          AND sooner.due_at < o.due_at AND sooner.due_at > ${now}
          AND NOT EXISTS (SELECT FROM payments p WHERE p.payroll_id = sooner.payroll_id
            AND p.period_key = sooner.period_key AND NOT p.of_chosen_people AND ${countsForPeriod}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

async function toOccurrences(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  rows: readonly OccurrenceRow[],
): Promise<WireOccurrence[]> {
  const found = await withCoverage(db, deps, companyId, rows)
  return found.map(({ occurrence }) => occurrence)
}

/** As the wire has them; what is missing is asked for the next payday of each payroll alone. */
export async function withCoverage(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  rows: readonly OccurrenceRow[],
): Promise<{ occurrence: WireOccurrence; coverage: PaydayCoverage | null }[]> {
  const now = deps.clock.now()
  const open = rows.filter((row) => row.kind === 'REGULAR' && !row.isPaid && !row.skippedAt)
  const payrollIds = [...new Set(open.map(({ payrollId }) => payrollId))]
  const openIds = await readOpenIds(db, companyId, payrollIds, now)
  const asked = open.filter(({ id }) => openIds.has(id)).map(({ payrollId }) => payrollId)
  const coverage = await readPaydayCoverage(db, deps, companyId, [...new Set(asked)])
  const ids = open.map(({ id }) => id)
  const sheets = await readPreparedSheets(db, deps.macKey, companyId, ids, now)
  return rows.map((row) => {
    const own = (openIds.has(row.id) && coverage.get(row.payrollId)) || null
    const sheet = sheets.get(row.id) ?? null
    return { occurrence: onWire(row, sheet, own, now), coverage: own }
  })
}

function onWire(
  row: OccurrenceRow,
  stored: PreparedSheet | null,
  coverage: PaydayCoverage | null,
  now: Date,
): WireOccurrence {
  const { dueAt, isPaid, skippedAt } = row
  const sheet = stored?.approval === 'ENDED' ? null : stored
  const reason = row.heldReason ?? reasonOf(coverage)
  const state = occurrenceState(
    {
      dueAt,
      run: isPaid ? { isAsked: row.isAsked } : null,
      isSkipped: skippedAt !== null,
      isPrepared: sheet !== null,
      isApproved: sheet?.approval === 'APPROVED',
      isHindered: reason !== null,
    },
    now,
  )
  const isOpen = !isPaid && !skippedAt
  return {
    _id: row.id,
    kind: row.kind,
    payroll: { _id: row.payrollId, name: row.payroll },
    periodKey: row.periodKey,
    dueAt: dueAt.toISOString(),
    moved: movedOf(row),
    mode: row.mode,
    state,
    people: row.people,
    totalUsd: usdNumber(row.totalUsdCents),
    missing: isOpen ? missingOf(coverage) : null,
    reason: state === 'held' || state === 'missed' ? reason : null,
    payment: row.paymentId,
    approvals: sheet && approvalsOf(sheet),
    ceilingUsd: sheet && usdNumber(sheet.ceilingUsdCents),
    specialRun: row.specialRunId,
    skipReason: row.skipReason,
    nextNotice: isOpen ? (nextReminder(dueAt, now)?.toISOString() ?? null) : null,
  }
}

const approvalsOf = ({ changeOrderId: _id, given, required }: PreparedSheet) =>
  _id === null ? null : { _id, given, required }

function movedOf({ movedByHand, movedReason, movedName, nominalDay }: OccurrenceRow) {
  if (movedByHand) return { from: nominalDay, reason: 'BY_HAND' as const, name: '' }
  return movedReason && { from: nominalDay, reason: movedReason, name: movedName }
}

/** Money that is on its way is not missing, and does not pay yet. */
export function missingOf(coverage: PaydayCoverage | null) {
  const run = coverage?.run
  if (!run || run.missingAfterDepositsSats === 0n) return null
  return missingAmountAt(run.missingAfterDepositsSats, run.rateUsdCentsPerBtc)
}

/** Why a payday that is due would not be paid now. */
export function reasonOf(coverage: PaydayCoverage | null): OccurrenceReason | null {
  if (!coverage) return null
  if (coverage.hindrance) return coverage.hindrance
  return coverage.run && coverage.run.missingSats > 0n ? 'FUNDS' : null
}
