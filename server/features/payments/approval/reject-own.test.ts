import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { makeWaitingRun, rejectTransaction, run } from '#server/testing/approval-steps.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()
const approval = { overUsd: 100, changedAddresses: false }

test('an order of somebody else → PAYROLL neither rejects nor cancels it', async () => {
  const { ours, id } = await makeWaitingRun(s, approval, [20_000n], 5_000_000n)
  const preparer = await aMember(ours.t, ours, 'PAYROLL')
  expectRefusal(await rejectTransaction(preparer, id), 422, 'NOT_ALLOWED_FOR_ROLE')
  const cancelling = await preparer.call('POST', `/transactions/${id}/cancel`)
  expectRefusal(cancelling, 422, 'NOT_ALLOWED_FOR_ROLE')
  const approver = await aMember(ours.t, ours, 'APPROVER')
  expect(
    expectAccepted(decidedAnswer, await rejectTransaction(approver, id)).transaction.state,
  ).toBe('rejected')
})

test('an order of one’s own → who prepares payrolls rejects it', async () => {
  const ours = await s.company(approval)
  const preparer = await aMember(ours.t, ours, 'PAYROLL')
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  const [waiting] = (await run(preparer, payrollId)).transactions
  const answer = await rejectTransaction(preparer, waiting?._id ?? '', 'Otra fecha')
  expect(expectAccepted(decidedAnswer, answer).transaction.state).toBe('rejected')
})
