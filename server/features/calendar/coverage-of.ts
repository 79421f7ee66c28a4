import {
  type PaydayCoverage,
  type PaydayDeps,
  readPaydayCoverage,
  readSheetCoverage,
} from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OccurrenceRow } from './rows.ts'

/** How far the funds reach for one payday: for salaries, or for the amounts of its sheet. */
export async function readCoverageOf(
  db: Db,
  deps: PaydayDeps,
  { companyId, payrollId, specialRunId }: OccurrenceRow,
): Promise<PaydayCoverage | null> {
  if (specialRunId) return readSheetCoverage(db, deps, companyId, payrollId, specialRunId)
  return (await readPaydayCoverage(db, deps, companyId, [payrollId])).get(payrollId) ?? null
}
