import { sql } from 'kysely'
import type { Cover, NextPayday } from '#contract/calendar.ts'
import { missedForMs } from '#domain/occurrence-state.ts'
import { readLivePayrollIds } from '#server/authorization/payroll-rows.ts'
import { deriveFundingAddresses } from '#server/features/chain/index.ts'
import {
  isPeriodPaid,
  nothingToFund,
  readPaydayCoverage,
  readPaydaysOf,
  type StatusDeps,
  toFundOnWire,
} from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { coverOnWire } from './cover.ts'
import { readLargestFall } from './price-falls.ts'
import { withCoverage } from './read-calendar.ts'
import { readOccurrences } from './rows.ts'

/**
 * Reads the payday that the dashboard shows: the first of all payrolls that is neither paid nor
 * skipped.
 */
export async function readNextPayday(
  db: Db,
  deps: StatusDeps,
  companyId: string,
): Promise<NextPayday> {
  const now = deps.clock.now()
  const live = await readLivePayrollIds(db, deps.macKey, { companyId })
  const paydays = await readPaydaysOf(db, deps.macKey, live)
  const hasDates = paydays.rows.length > 0
  if (!hasDates) return { hasDates, next: null }
  const since = new Date(now.getTime() - missedForMs)
  const { rows: first } = await sql<{ id: string }>`
    WITH ${paydays.asTable}
    SELECT o.id FROM own_occurrences o JOIN payrolls p ON p.id = o.payroll_id
    WHERE o.due_at > ${since} AND o.skipped_at IS NULL AND NOT ${isPeriodPaid}
      AND (o.due_at > ${now} OR NOT EXISTS (SELECT FROM own_occurrences later
        WHERE later.payroll_id = o.payroll_id AND later.due_at > o.due_at AND (later.due_at <= ${now}
          OR EXISTS (SELECT FROM sheets run WHERE run.payroll_id = later.payroll_id
            AND run.period_key = later.period_key))))
    ORDER BY o.due_at, p.name, o.id LIMIT 1`.execute(db)
  const id = first[0]?.id
  const [row] = id ? await readOccurrences(db, deps.macKey, companyId, sql`o.id = ${id}`) : []
  if (!row) return { hasDates, next: null }
  const [found] = await withCoverage(db, deps, companyId, [row])
  if (!found) return { hasDates, next: null }
  const { occurrence, coverage } = found
  const isShown = (await deriveFundingAddresses(db, [row.payrollId])).has(row.payrollId)
  // Nothing is asked for where nobody can be told the address.
  if (!isShown) return { hasDates, next: { occurrence, cover: null, toFund: nothingToFund } }
  const cover = coverage && coverOnWire(coverage, await readLargestFall(db, now))
  const { missingAfterDepositsSats = 0n, rateUsdCentsPerBtc = 0n } = coverage?.run ?? {}
  const reserve = coverage?.reservePercent ?? 0
  const toFund = toFundOnWire(missingAfterDepositsSats, rateUsdCentsPerBtc, reserve)
  return { hasDates, next: { occurrence, cover, toFund } }
}

/** How far a payroll's funds reach for its next payday; null where its address cannot be shown. */
export async function readCover(
  db: Db,
  deps: StatusDeps,
  companyId: string,
  payrollId: string,
): Promise<Cover | null> {
  const isShown = (await deriveFundingAddresses(db, [payrollId])).has(payrollId)
  if (!isShown) return null
  const coverage = await readPaydayCoverage(db, deps, companyId, [{ payrollId }])
  const fall = await readLargestFall(db, deps.clock.now())
  return coverOnWire(coverage.get(payrollId) ?? null, fall)
}
