import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { OccurrenceReason } from '#contract/calendar.ts'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { readLivePayrollIds } from '#server/authorization/payroll-rows.ts'
import { readSchedules } from '#server/authorization/schedule-rows.ts'
import { waitsForApproval } from '#server/authorization/waiting-orders.ts'
import { isPeriodPaid, isUncertain, runsOfPeriod } from '#server/features/payments/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { onlyReminds, readLastRestoration, scheduleOf } from './schedule-rows.ts'

/** A payday with its stored facts, and the sums of the run that pays it, or else of its people. */
export type OccurrenceRow = {
  id: string
  companyId: string
  kind: 'REGULAR' | 'AGUINALDO' | 'QUINCENA_25' | 'BONUS'
  payrollId: string
  payroll: string
  periodKey: string
  nominalDay: string
  dueAt: Date
  createdAt: Date
  timeZone: string
  movedReason: 'SUNDAY' | 'SATURDAY' | 'HOLIDAY' | 'COMPANY_DAY' | null
  movedName: string
  movedByHand: boolean
  mode: 'REMIND' | 'PREPARE' | 'PAY'
  skippedAt: Date | null
  skipReason: string
  /** When and why automatic payment was held back. */
  heldAt: Date | null
  heldReason: OccurrenceReason | null
  /** When people were told that nobody paid it, and why. */
  missedAt: Date | null
  missedReason: OccurrenceReason | null
  specialRunId: string | null
  isPaid: boolean
  /** Nobody knows whether it is paid: the chain has spends that no record describes. */
  isUncertain: boolean
  paymentId: string | null
  /** The run waits for an approval, and nothing of it is sent. */
  isUnapproved: boolean
  people: number
  totalUsdCents: bigint
}

/** The newest run of the period, and the sums of all runs that count for it. */
const paying = sql`
  SELECT max(p.id::text)::uuid AS payment, sum(p.bitcoin_usd_cents + p.dollars_usd_cents) AS cents,
    sum((SELECT count(*) FROM sheet_lines l WHERE l.sheet_id = p.id)) AS people,
    bool_and(p.closed_at IS NULL AND EXISTS (SELECT FROM orders o
      WHERE o.sheet_id = p.id AND ${waitsForApproval})) AS asked
  FROM ${runsOfPeriod}`

/**
 * Reads paydays that the program wrote, of payrolls that it made and did not delete, in order. `where`
 * refers to `o` alone.
 */
export async function readOccurrences(
  db: Db,
  macKey: KeyObject,
  companyId: string | null,
  where: RawBuilder<unknown>,
): Promise<OccurrenceRow[]> {
  const ofCompany = companyId === null ? sql`true` : sql`o.company_id = ${companyId}`
  // Most looks find no payday, and planning the statement below takes PostgreSQL many times as long.
  const found = (await readOwnOccurrences(db, macKey, sql`${ofCompany} AND ${where}`)).rows
  if (found.length === 0) return []
  const ids = arrayText(found.map(({ id }) => id))
  const { rows } = await sql<OccurrenceRow>`
    SELECT o.id, o.company_id AS "companyId", o.kind, o.payroll_id AS "payrollId",
      payroll.name AS payroll, o.period_key AS "periodKey",
      o.nominal_day AS "nominalDay", o.due_at AS "dueAt", o.created_at AS "createdAt",
      o.time_zone AS "timeZone", o.moved_reason AS "movedReason", o.moved_name AS "movedName",
      o.moved_by_hand AS "movedByHand",
      o.mode, o.skipped_at AS "skippedAt", o.skip_reason AS "skipReason",
      o.held_at AS "heldAt", o.held_reason AS "heldReason",
      o.missed_at AS "missedAt", o.missed_reason AS "missedReason",
      o.draft_id AS "specialRunId", paid.is AS "isPaid", NOT paid.is AND ${isUncertain} AS "isUncertain",
      paying.payment AS "paymentId",
      coalesce(paying.asked, false) AS "isUnapproved",
      coalesce(paying.people, totals.people, 0)::integer AS people,
      coalesce(paying.cents, totals.cents, 0)::bigint
        AS "totalUsdCents"
    FROM occurrences o
    JOIN payrolls payroll ON payroll.id = o.payroll_id AND payroll.deleted_at IS NULL
    -- OFFSET 0: otherwise PostgreSQL plans the condition once for each use of it.
    CROSS JOIN LATERAL (SELECT ${isPeriodPaid} AS is OFFSET 0) AS paid
    LEFT JOIN LATERAL (${paying}) AS paying ON paid.is
    LEFT JOIN LATERAL (
      SELECT sum(t.people) AS people, sum(t.usd_cents) AS cents FROM payroll_totals t
      WHERE t.payroll_id = o.payroll_id AND o.kind = 'REGULAR'
      UNION ALL
      SELECT count(*), sum(l.usd_cents) FROM draft_lines l
      WHERE l.draft_id = o.draft_id AND l.usd_cents > 0
      ORDER BY people DESC NULLS LAST LIMIT 1) AS totals ON true
    WHERE o.id = ANY(${ids}::uuid[])
    ORDER BY o.due_at, payroll.name, o.id`.execute(db)
  const payrollIds = [...new Set(rows.map(({ payrollId }) => payrollId))]
  const live = new Set(await readLivePayrollIds(db, macKey, { ids: payrollIds }))
  const modeOf = await readModes(db, macKey, payrollIds)
  return rows
    .filter(({ payrollId }) => live.has(payrollId))
    .map((row) => ({ ...row, mode: weaker(row.mode, modeOf.get(row.payrollId) ?? 'REMIND') }))
}

/** From the weakest to the strongest. */
const modes = ['REMIND', 'PREPARE', 'PAY'] as const
type Mode = (typeof modes)[number]
const weaker = (a: Mode, b: Mode): Mode => (modes.indexOf(a) < modes.indexOf(b) ? a : b)

/** The most that each payroll's schedule lets a payday do by itself. */
async function readModes(db: Db, macKey: KeyObject, payrollIds: readonly string[]) {
  const restoredAt = await readLastRestoration(db)
  const schedules = await readSchedules(db, macKey, payrollIds)
  const believed = schedules.filter((row) => !onlyReminds(row, restoredAt))
  return new Map(believed.map((row) => [row.payroll_id, scheduleOf(row).mode]))
}

/** A payday that is neither paid nor skipped. */
export const isOpen = ({ isPaid, skippedAt }: OccurrenceRow) => !isPaid && !skippedAt

/** Reads the open ones of the paydays of `where`, in order. */
export const readOpenOccurrences = async (
  db: Db,
  macKey: KeyObject,
  companyId: string | null,
  where: RawBuilder<unknown>,
): Promise<OccurrenceRow[]> =>
  (await readOccurrences(db, macKey, companyId, sql`o.skipped_at IS NULL AND ${where}`)).filter(
    isOpen,
  )
