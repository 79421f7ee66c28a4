import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { updateCompany, updateUser } from '#server/authorization/account-rows.ts'
import { approveTransaction } from '#server/testing/approval-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()
const dayMs = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

const withdrawal = async (who: Pick<TestCompany, 'call'>, payrollId: string) => {
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const response = await who.call('POST', path, { address: anAddress() })
  return expectAccepted(withdrawalAnswer, response).transaction
}

test.each([
  ['less', 0.9, 409],
  ['more', 1.1, 200],
])('an administrator for %s than a day → their own code: %s days, %s', async (_, days, status) => {
  const ours = await s.company()
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  await s.engine.owner
    .transaction()
    .execute((trx) => updateCompany(trx, testMacKey, ours.companyId, { created_at: daysAgo(9) }))
  const other = await aMember(ours.t, ours, 'ADMIN', daysAgo(days))
  const transaction = await withdrawal(other, payrollId)
  const answer = await approveTransaction(other, transaction._id, await s.codeOf(other))
  if (status === 409) {
    expectRefusal(answer, 409, 'APPROVER_TOO_NEW')
    await s.transactionIs(ours, transaction._id, 'pendingApproval')
  } else {
    expect(expectAccepted(decidedAnswer, answer).transaction.state).not.toBe('rejected')
    await s.transactionIs(ours, transaction._id, 'unconfirmed')
  }
})

test('factors reset less than a day ago → an own code releases nothing', async () => {
  const ours = await s.company()
  const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
  const { companyId, user } = ours
  const owner = { companyId, userId: user._id }
  const reset = { factors_reset_at: new Date() }
  await s.engine.owner.transaction().execute((trx) => updateUser(trx, testMacKey, owner, reset))
  const transaction = await withdrawal(ours, payrollId)
  const answer = await approveTransaction(ours, transaction._id, await s.codeOf(ours))
  const { data } = expectRefusal(answer, 409, 'APPROVER_TOO_NEW')
  expect(data).toEqual({ from: new Date(reset.factors_reset_at.getTime() + dayMs).toISOString() })
  await s.transactionIs(ours, transaction._id, 'pendingApproval')
})
