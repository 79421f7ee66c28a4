import { sql } from 'kysely'
import { missedForMs } from '#domain/occurrence-state.ts'
import {
  countsForPeriod,
  type PaydayCoverage,
  type PaydayDeps,
  readPaydayCoverage,
  readPaydaysOf,
  readSheetCoverage,
} from '#server/features/payments/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { isOpen, type OccurrenceRow, readOpenOccurrences } from './rows.ts'

/** Reads how far the funds reach for one payday: for salaries, or for the amounts of its sheet. */
export async function readCoverageOf(
  db: Db,
  deps: PaydayDeps,
  { companyId, payrollId, periodKey: key, specialRunId }: OccurrenceRow,
): Promise<PaydayCoverage | null> {
  if (specialRunId) return readSheetCoverage(db, deps, companyId, payrollId, specialRunId)
  const found = await readPaydayCoverage(db, deps, companyId, [{ payrollId, key }])
  return found.get(payrollId) ?? null
}

/** The next payday of each payroll that can still be paid: a shortfall is reported for it. */
async function readOpenIds(
  db: Db,
  deps: PaydayDeps,
  companyId: string,
  payrollIds: readonly string[],
) {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - missedForMs)
  const { rows: paydays } = await readPaydaysOf(db, deps.macKey, payrollIds)
  const own = arrayText(paydays.map(({ id }) => id))
  const rows = await readOpenOccurrences(
    db,
    deps.macKey,
    companyId,
    sql`o.payroll_id = ANY(${payrollIds}::uuid[]) AND o.kind = 'REGULAR'
      AND o.due_at > ${since} AND NOT EXISTS (
        SELECT FROM occurrences sooner WHERE sooner.id = ANY(${own}::uuid[])
          AND sooner.payroll_id = o.payroll_id AND sooner.kind = 'REGULAR' AND sooner.skipped_at IS NULL
          AND sooner.due_at < o.due_at AND sooner.due_at > ${now}
          AND NOT EXISTS (SELECT FROM sheets p WHERE p.payroll_id = sooner.payroll_id
            AND p.period_key = sooner.period_key AND NOT p.of_chosen_people AND ${countsForPeriod}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Special pays that are due, and the next one of each payroll; `rows` are in order of time. */
function openSpecials(rows: readonly OccurrenceRow[], now: Date): OccurrenceRow[] {
  const open = rows.filter(
    (row) =>
      row.specialRunId !== null &&
      isOpen(row) &&
      now.getTime() - row.dueAt.getTime() <= missedForMs,
  )
  return open.filter((row) => {
    const next = open.find((one) => one.payrollId === row.payrollId && one.dueAt > now)
    return row.dueAt <= now || row === next
  })
}

/** Lists of paydays with one of each payroll: two open ones of a payroll may leave other people to pay. */
function oneOfEach(paydays: readonly OccurrenceRow[]): OccurrenceRow[][] {
  const ofPayroll = Map.groupBy(paydays, ({ payrollId }) => payrollId)
  const most = Math.max(0, ...[...ofPayroll.values()].map(({ length }) => length))
  return Array.from({ length: most }, (_, n) =>
    [...ofPayroll.values()].flatMap((own) => own[n] ?? []),
  )
}

/** Reads how far the funds of each of these paydays reach, by the payday's id. */
export async function readCoverages(
  db: Db,
  deps: PaydayDeps,
  companyId: string,
  rows: readonly OccurrenceRow[],
): Promise<ReadonlyMap<string, PaydayCoverage>> {
  const now = deps.clock.now()
  const open = rows.filter((row) => row.kind === 'REGULAR' && isOpen(row))
  const payrollIds = [...new Set(open.map(({ payrollId }) => payrollId))]
  const openIds = await readOpenIds(db, deps, companyId, payrollIds)
  const found = new Map<string, PaydayCoverage>()
  const put = (id: string, coverage: PaydayCoverage | null | undefined) =>
    coverage && found.set(id, coverage)
  for (const paydays of oneOfEach(open.filter(({ id }) => openIds.has(id)))) {
    const periods = paydays.map(({ payrollId, periodKey: key }) => ({ payrollId, key }))
    const ofPayrolls = await readPaydayCoverage(db, deps, companyId, periods)
    for (const { id, payrollId } of paydays) put(id, ofPayrolls.get(payrollId))
  }
  for (const row of openSpecials(rows, now)) put(row.id, await readCoverageOf(db, deps, row))
  return found
}
