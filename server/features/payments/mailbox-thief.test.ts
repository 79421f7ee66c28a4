import { afterAll, beforeAll, expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { approve, run, waitingRun, withdrawn } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { accepted, refused, type TestCompany } from '#server/testing/factories.ts'
import { type PayingCompany, payingCompany } from '#server/testing/paying-company.ts'
import { resetByMail, resetEarlier } from '#server/testing/reset-steps.ts'

/** A thief who reads the mailbox of the one administrator, and so resets the password. */

let s: PayingCompany
beforeAll(async () => {
  s = await payingCompany()
}, 60_000)
afterAll(() => s.stop())

const noRules = { overUsd: null, changedAddresses: false }

const withdraw = (thief: TestCompany, payrollId: string, address: string) =>
  thief.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, {
    address,
    amount: '0.001',
  })

/** A refusal whose wait ends 24 hours after the reset of a moment ago. */
function expectWait(answer: Parameters<typeof refused>[0], employees: string[]) {
  const { data } = refused(answer, 409, 'WAITS_AFTER_RESET')
  expect(data).toEqual({ until: expect.any(String), employees })
  const leftMs = Date.parse(String(data?.until)) - Date.now()
  expect(leftMs).toBeGreaterThan(23.9 * 3_600_000)
  expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000)
}

test('a withdrawal to an address never paid waits for 24 hours after a reset', async () => {
  const ours = await s.company(noRules)
  const { payrollId } = await s.funded(ours, [], 5_000_000n)
  const known = anAddress()
  await withdrawn(s, ours, payrollId, { address: known, amount: '0.001' })
  const thief = await resetByMail(ours)
  await s.price(9_100_000n)
  const before = await s.balanceOf(payrollId)
  const address = anAddress()
  expectWait(await withdraw(thief, payrollId, address), [])
  expect(await s.balanceOf(payrollId)).toEqual(before)

  accepted(withdrawalAnswer, await withdraw(thief, payrollId, known))
  await s.reject(thief, payrollId)
  await resetEarlier(s, ours, '24 hours')
  accepted(withdrawalAnswer, await withdraw(thief, payrollId, address))
  await s.reject(thief, payrollId)
}, 60_000)

test('a waiting run to new addresses is not approved within 24 hours of a reset', async () => {
  const limit = { overUsd: 100, changedAddresses: false }
  const waiting = await waitingRun(s, limit, [20_000n], 5_000_000n)
  const { ours, id, payrollId, code, employeeIds } = waiting
  const thief = await resetByMail(ours)
  expectWait(await approve(thief, id, code), employeeIds)
  await s.reject(thief, payrollId)
}, 60_000)

test('a waiting withdrawal to a new address is not approved within 24 hours of a reset', async () => {
  const ours = await s.company(noRules)
  const { payrollId } = await s.funded(ours, [], 5_000_000n)
  const { transaction } = accepted(withdrawalAnswer, await withdraw(ours, payrollId, anAddress()))
  const code = await s.codeOf(ours)
  const thief = await resetByMail(ours)
  expectWait(await approve(thief, transaction._id, code), [])
  await s.reject(thief, payrollId)
}, 60_000)

test('a waiting run to addresses paid before is approved after a reset', async () => {
  const ours = await s.company(noRules)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const first = await run(ours, payrollId)
  await s.engine.play.mine(1)
  await s.paymentIs(ours, first._id, 'confirmed')
  await s.price(9_100_000n)
  await ours.call('PUT', '/companies', { approval: { overUsd: 10, changedAddresses: false } })
  const again = await run(ours, payrollId, { after: first._id })
  const [id = ''] = again.transactions.map(({ _id }) => _id)
  const code = await s.codeOf(ours)
  const thief = await resetByMail(ours)
  accepted(decidedAnswer, await approve(thief, id, code))
  await s.transactionIs(ours, id, 'unconfirmed')
}, 60_000)
