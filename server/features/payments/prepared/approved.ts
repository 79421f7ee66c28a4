import type { ChangeEffect } from '#server/features/quorum/index.ts'
import { record } from '#server/platform/observe/audit.ts'

/** The approved sheet of a payday: it can be paid until its window is over. */
export const paydayApproved: ChangeEffect<'OCCURRENCE'> = async (trx, _deps, order) => {
  const { companyId, userId, ip, change } = order
  const { payroll, payrollId, periodKey } = change.payload
  const detail = { payroll: payrollId, period: periodKey }
  const act = { action: 'payroll.paydayApproved', subject: payroll, detail } as const
  await record(trx, { companyId, userId, ip, ...act })
}
