import { expect, test } from 'vitest'
import { makeWaitingRun, pressRunPayment, run } from '#server/testing/approval-steps.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()

test.each(['demoted', 'removed'] as const)(
  'somebody who asked for a payment is %s → it is rejected, and its UTXOs are free',
  async (how) => {
    const ours = await s.company({ overUsd: 100, changedAddresses: false })
    const other = await aMember(ours.t, ours, 'ADMIN')
    const { payrollId } = await s.funded(ours, [20_000n], 5_000_000n)
    const [waiting] = (await run(other, payrollId)).transactions
    expect(waiting).toMatchObject({ waitingFor: 'approval' })
    const path = `/companies/users/${other.id}`
    if (how === 'removed') await ours.call('DELETE', path)
    else await ours.call('PATCH', path, { role: 'ACCOUNTANT' })
    const { failure } = await s.transactionIs(ours, waiting?._id ?? '', 'rejected')
    expect(failure).toBe('REJECTED')
    await s.spendable(payrollId, 5_000_000n)
    expect((await pressRunPayment(ours, payrollId)).status).toBe(200)
  },
)

test('somebody else’s waiting payment stays as it is', async () => {
  const { ours, id } = await makeWaitingRun(
    s,
    { overUsd: 100, changedAddresses: false },
    [20_000n],
    5_000_000n,
  )
  const other = await aMember(ours.t, ours, 'ADMIN')
  expect((await ours.call('DELETE', `/companies/users/${other.id}`)).status).toBe(200)
  await s.transactionIs(ours, id, 'pendingApproval')
})
