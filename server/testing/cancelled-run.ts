import { run } from './approval-steps.ts'
import { bumpSteps } from './bump-steps.ts'
import type { TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'

/** A run of one transaction whose cancellation is in a block; `original` is the transaction it replaced. */
export async function makeCancelledRun(s: PayingCompany, ours: TestCompany, payrollId: string) {
  const { currentIs } = bumpSteps(s)
  const payment = await run(ours, payrollId)
  const id = payment.transactions[0]?._id ?? ''
  await s.transactionIs(ours, id, 'unconfirmed')
  const [original] = await s.bytesOf(payment._id)
  if (!original) throw new Error('an unconfirmed transaction has bytes')
  await ours.call('POST', `/transactions/${id}/cancel`)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  return { payment, id, original }
}
