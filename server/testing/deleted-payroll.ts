import { withdrawAndConfirm } from './approval-steps.ts'
import { anAddress } from './engine.ts'
import type { TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'

/** Withdraws all funds of a payroll, in a block, and deletes it; the withdrawal's id. */
export async function emptyAndDelete(s: PayingCompany, ours: TestCompany, payrollId: string) {
  const { _id } = await withdrawAndConfirm(s, ours, payrollId, { address: anAddress() })
  const { status } = await ours.call('DELETE', `/companies/payrolls/${payrollId}`)
  if (status !== 200) throw new Error('an empty payroll can be deleted')
  return _id
}

/** Whether the company sees a payroll. */
export const isShown = async (ours: TestCompany, payrollId: string) =>
  (await ours.call('GET', `/payrolls/${payrollId}/balance`)).status === 200
