import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { approve } from '#server/testing/approval-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import { accepted, refused } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()
const dayMs = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

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
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const body = { address: anAddress() }
  const { transaction } = accepted(withdrawalAnswer, await other.call('POST', path, body))
  const answer = await approve(other, transaction._id, await s.codeOf(other))
  if (status === 409) {
    refused(answer, 409, 'APPROVER_TOO_NEW')
    await s.transactionIs(ours, transaction._id, 'pendingApproval')
  } else {
    expect(accepted(decidedAnswer, answer).transaction.state).not.toBe('rejected')
    await s.transactionIs(ours, transaction._id, 'unconfirmed')
  }
})
