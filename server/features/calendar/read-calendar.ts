import { sql } from 'kysely'
import type {
  CalendarAnswer,
  CalendarQuery,
  OccurrenceReason,
  Occurrence as WireOccurrence,
} from '#contract/calendar.ts'
import type { Language } from '#contract/languages.ts'
import { dayMs } from '#domain/durations.ts'
import { toMissingAmount, usdNumber } from '#domain/money.ts'
import { missedForMs, nextReminder, occurrenceState } from '#domain/occurrence-state.ts'
import { listNamedClosedDays } from '#domain/schedule/closed-days.ts'
import { readClosedDays } from '#server/authorization/closed-day-rows.ts'
import {
  type Hindrance,
  type PaydayCoverage,
  type PreparedSheet,
  readPreparedSheets,
  type StatusDeps,
} from '#server/features/payments/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { fieldFault } from '#server/platform/http/field-fault.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { readCoverages } from './coverage-of.ts'
import { isOpen, type OccurrenceRow, readOccurrences } from './rows.ts'

const windowAtMostMs = 25 * 31 * dayMs

/**
 * The window of a query. By default it has this month and the next two. In a month's first days it
 * also has the month before, whose missed paydays can still be paid.
 */
function windowOf({ from, to }: CalendarQuery, language: Language, now: Date) {
  const time = (text: string, field: string, standard: Date) => {
    if (text === '') return standard
    const at = new Date(text)
    if (Number.isNaN(at.getTime())) throw fieldFault(field, 'invalid', language)
    return at
  }
  const monthOf = (at: Date, later = 0) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
  const first = time(from, 'from', monthOf(new Date(now.getTime() - missedForMs)))
  const last = time(to, 'to', monthOf(from === '' ? now : first, 3))
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
    deps.macKey,
    companyId,
    sql`o.due_at >= ${first} AND o.due_at < ${last}`,
  )
  const days = await readClosedDays(db, deps.macKey, companyId)
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  return {
    occurrences: await toOccurrences(db, deps, companyId, rows),
    closedDays: listNamedClosedDays(days, dayOf(first), dayOf(last)),
  }
}

/** Finds one payday; null for any other id. */
export async function findOccurrence(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  id: string,
): Promise<WireOccurrence | null> {
  const rows = isUuid(id)
    ? await readOccurrences(db, deps.macKey, companyId, sql`o.id = ${id}`)
    : []
  const [occurrence] = await toOccurrences(db, deps, companyId, rows)
  return occurrence ?? null
}

export async function readOccurrence(db: Db, deps: StatusDeps, companyId: string, id: string) {
  const occurrence = await findOccurrence(db, deps, companyId, id)
  if (!occurrence) throw new Refusal('NOT_FOUND')
  return occurrence
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

/**
 * Describes paydays for the wire. Only the next payday of each payroll, and its next special pay,
 * get a coverage.
 */
export async function withCoverage(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  rows: readonly OccurrenceRow[],
): Promise<{ occurrence: WireOccurrence; coverage: PaydayCoverage | null }[]> {
  const now = deps.clock.now()
  const coverages = await readCoverages(db, deps, companyId, rows)
  const ids = rows.filter((row) => row.kind === 'REGULAR' && isOpen(row)).map(({ id }) => id)
  const sheets = await readPreparedSheets(db, deps.macKey, companyId, ids, now)
  return rows.map((row) => {
    const coverage = coverages.get(row.id) ?? null
    return { occurrence: onWire(row, sheets.get(row.id) ?? null, coverage, now), coverage }
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
  const reason = whyNot(row, stored, coverage)
  const state = occurrenceState(
    {
      dueAt,
      run: isPaid ? { isUnapproved: row.isUnapproved } : null,
      isSkipped: skippedAt !== null,
      isPrepared: sheet !== null,
      isApproved: sheet?.approval === 'APPROVED',
      isHindered: reason !== null,
    },
    now,
  )
  const isStillOpen = isOpen(row)
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
    missing: isStillOpen ? toMissing(coverage) : null,
    covered: isStillOpen ? isCovered(coverage) : null,
    reason: state === 'held' || state === 'missed' ? reason : null,
    payment: row.paymentId,
    approvals: sheet && approvalsOf(sheet),
    ceilingUsd: sheet && usdNumber(sheet.ceilingUsdCents),
    specialRun: row.specialRunId,
    skipReason: row.skipReason,
    nextNotice: isStillOpen ? (nextReminder(dueAt, now)?.toISOString() ?? null) : null,
  }
}

const approvalsOf = ({ changeOrderId: _id, given, required }: PreparedSheet) =>
  _id === null ? null : { _id, given, required }

function movedOf({ movedByHand, movedReason, movedName, nominalDay }: OccurrenceRow) {
  if (movedByHand) return { from: nominalDay, reason: 'BY_HAND' as const, name: '' }
  return movedReason && { from: nominalDay, reason: movedReason, name: movedName }
}

function isCovered(coverage: PaydayCoverage | null): boolean | null {
  if (!coverage || coverage.people === 0) return null
  const { run, needsBitcoin } = coverage
  return run ? run.missingSats === 0n : needsBitcoin ? null : true
}

/**
 * The shortfall of a payday. Deposits in the mempool are not missing, although they cannot be spent
 * yet.
 */
export function toMissing(coverage: PaydayCoverage | null) {
  const run = coverage?.run
  if (!run || run.missingAfterDepositsSats === 0n) return null
  return toMissingAmount(run.missingAfterDepositsSats, run.rateUsdCentsPerBtc)
}

/** A press is refused for these before it looks at its people. */
const beforePeople: ReadonlySet<Hindrance> = new Set(['FROZEN', 'STOPPED', 'IN_PROGRESS'])

/**
 * Why a payday is not paid, or was not: nobody knows whether it is, else the reason that people were told,
 * else the reason of the last attempt, else why a press would not pay it now. Null: nothing prevents it.
 */
export function whyNot(
  row: Pick<OccurrenceRow, 'mode' | 'missedAt' | 'missedReason' | 'heldReason' | 'isUncertain'>,
  sheet: PreparedSheet | null,
  coverage: PaydayCoverage | null,
): OccurrenceReason | null {
  if (row.isUncertain) return 'UNCERTAIN'
  if (row.missedAt) return row.missedReason
  if (row.heldReason) return row.heldReason
  if (sheet === null && row.mode === 'PAY') return whyUnprepared(coverage)
  const isStopped = coverage?.hindrance != null && beforePeople.has(coverage.hindrance)
  if (sheet === null && !isStopped && isPaidElsewhere(coverage)) return 'PAID_ELSEWHERE'
  const isUnapproved = sheet !== null && sheet.given < sheet.required
  return isUnapproved ? 'NOT_APPROVED' : reasonOf(coverage)
}

/** Other payments of the same days leave nobody to pay, and nobody has chosen to pay them here too. */
export const isPaidElsewhere = (coverage: PaydayCoverage | null): boolean =>
  coverage !== null && coverage.people === 0 && coverage.asksElsewhere

/** Why a payday that pays itself has no sheet: nobody could be asked to approve it. */
function whyUnprepared(coverage: PaydayCoverage | null): OccurrenceReason {
  const hindrance = coverage?.hindrance
  if (hindrance === 'FROZEN' || hindrance === 'HELD_ADDRESSES') return hindrance
  return coverage?.asksElsewhere ? 'PAID_ELSEWHERE' : 'NOT_APPROVED'
}

/** Why a due payday would not be paid now. */
function reasonOf(coverage: PaydayCoverage | null): OccurrenceReason | null {
  if (!coverage) return null
  if (coverage.hindrance) return coverage.hindrance
  return coverage.run && coverage.run.missingSats > 0n ? 'FUNDS' : null
}
