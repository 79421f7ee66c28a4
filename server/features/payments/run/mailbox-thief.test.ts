import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import {
  approveTransaction,
  makeWaitingRun,
  run,
  withdrawAndConfirm,
} from '#server/testing/approval-steps.ts'
import { codeSentTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { resetAgo, resetByMail } from '#server/testing/reset-steps.ts'

/** A thief who reads the mailbox of the one administrator, and so resets the password. */

const s = await paymentsForFile()

const noRules = { overUsd: null, changedAddresses: false }

const withdraw = (thief: TestCompany, payrollId: string, address: string) =>
  thief.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, {
    address,
    amount: '0.001',
  })

/** Expects a refusal that holds until 24 hours after the reset, which was a moment ago. */
function expectWait(answer: Parameters<typeof expectRefusal>[0], employees: string[]) {
  const { data } = expectRefusal(answer, 409, 'WAITS_AFTER_RESET')
  expect(data).toEqual({ until: expect.any(String), employees })
  const leftMs = Date.parse(String(data?.until)) - Date.now()
  expect(leftMs).toBeGreaterThan(23.9 * 3_600_000)
  expect(leftMs).toBeLessThanOrEqual(24 * 3_600_000)
}

/** The thief changes a person's address to one of his own. */
async function redirected(thief: TestCompany, employeeId: string) {
  const { data } = (await thief.call('GET', `/companies/employees/${employeeId}`)).body
  const stolen = { ...data, phone: '', cryptoAddress: anAddress() }
  const path = `/companies/employees/${employeeId}`
  const { status } = await thief.call('PUT', path, stolen)
  if (status !== 200) throw new Error('the address was not changed')
}

const pay = (by: TestCompany, payrollId: string, body: object = {}) =>
  by.call('POST', `/companies/payrolls/${payrollId}/run-payment`, body)

/** A payroll of two that was paid once, and its first person. */
async function paidOnce() {
  const ours = await s.company(noRules)
  const { payrollId, employeeIds } = await s.funded(ours, [5_000n, 6_000n], 5_000_000n)
  const first = await run(ours, payrollId)
  await s.engine.play.mine(1)
  await s.paymentIs(ours, first._id, 'confirmed')
  const [employeeId = ''] = employeeIds
  return { ours, payrollId, employeeIds, employeeId, after: first._id }
}

test('a run to a changed address waits after a reset; without that person it is sent', async () => {
  const { ours, payrollId, employeeId, after } = await paidOnce()
  const thief = await resetByMail(ours)
  await redirected(thief, employeeId)
  await s.price(9_100_000n)
  expectWait(await pay(thief, payrollId, { after }), [employeeId])
  const path = `/companies/payrolls/${payrollId}/payment-preview`
  const shown = expectAccepted(paymentPreview, await thief.call('GET', path))
  expect(shown.problems[0]).toMatchObject({ code: 'WAITS_AFTER_RESET', employeeId })
  expect(shown.waits?.employees.map(({ _id }) => _id)).toEqual([employeeId])

  const without = await thief.call('GET', `${path}?leave=${employeeId}`)
  const { waits, totalUsd, previewHash } = expectAccepted(paymentPreview, without)
  expect({ waits, totalUsd, previewHash }).toEqual({
    waits: null,
    totalUsd: 60,
    previewHash: shown.previewHash,
  })
  const body = { after, leave: [employeeId], previewHash }
  const { payment } = expectAccepted(paymentAnswer, await pay(thief, payrollId, body))
  expect(payment).toMatchObject({ state: 'unconfirmed', lines: 1, totalUsd: 60 })
  const name = shown.waits?.employees[0]?.name
  expect(payment.leftOut).toEqual([{ employeeId, name, reason: 'WAITS_AFTER_RESET' }])

  expectRefusal(
    await ours.call('POST', `/companies/payrolls/${payrollId}/close-payment`),
    403,
    'SESSION_EXPIRED',
  )
  const close = () => thief.call('POST', `/companies/payrolls/${payrollId}/close-payment`)
  expectRefusal(await close(), 409, 'NOTHING_TO_CLOSE')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  expect(expectAccepted(paymentAnswer, await close()).payment._id).toBe(payment._id)
  expectRefusal(await close(), 409, 'NOTHING_TO_CLOSE')
})

test('people who are left out must be in the payroll, and nobody is paid otherwise', async () => {
  const { ours, payrollId, employeeId, after } = await paidOnce()
  const outsider = crypto.randomUUID()
  const before = await s.balanceOf(payrollId)
  for (const leave of [
    [outsider],
    [employeeId, outsider],
    ['x'],
    'x',
    Array(101).fill(employeeId),
  ]) {
    expect(Object.keys(faultsOf(await pay(ours, payrollId, { after, leave })))).toEqual(['leave'])
  }
  const query = `?leave=${outsider}`
  const path = `/companies/payrolls/${payrollId}/payment-preview${query}`
  expect(Object.keys(faultsOf(await ours.call('GET', path)))).toEqual(['leave'])
  expect(await s.balanceOf(payrollId)).toEqual(before)
})

longTest('with codes by text message a run to a changed address asks for one', async () => {
  const { ours, payrollId, employeeId, after } = await paidOnce()
  const phone = `+503${Math.trunc(7e7 + Math.random() * 9e6)}`
  const twoFactorAuthentication = { enabled: true, via: 'SMS' }
  await ours.call('PUT', '/users', { phone, preferences: { twoFactorAuthentication } })
  await sql`UPDATE former_channels SET until = until - interval '25 hours'
    WHERE company_id = ${ours.companyId}`.execute(s.engine.owner)
  await redirected(ours, employeeId)
  await changeUser(s.engine.db, ours, { password_reset_at: new Date() })
  await s.price(9_100_000n)
  const { payment } = expectAccepted(paymentAnswer, await pay(ours, payrollId, { after }))
  const [transaction] = payment.transactions
  expect(transaction).toMatchObject({ state: 'pendingApproval', waitingFor: 'approval' })
  const code = await codeSentTo(s.engine.db, phone)
  const id = transaction?._id ?? ''
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
  await s.transactionIs(ours, id, 'unconfirmed')
})

test('a withdrawal to an address never paid waits for 24 hours after a reset', async () => {
  const ours = await s.company(noRules)
  const { payrollId } = await s.funded(ours, [], 5_000_000n)
  const known = anAddress()
  await withdrawAndConfirm(s, ours, payrollId, { address: known, amount: '0.001' })
  const thief = await resetByMail(ours)
  await s.price(9_100_000n)
  const before = await s.balanceOf(payrollId)
  const address = anAddress()
  expectWait(await withdraw(thief, payrollId, address), [])
  expect(await s.balanceOf(payrollId)).toEqual(before)

  expectAccepted(withdrawalAnswer, await withdraw(thief, payrollId, known))
  await s.reject(thief, payrollId)
  await resetAgo(s, ours, 24 * 60 * 60_000)
  expectAccepted(withdrawalAnswer, await withdraw(thief, payrollId, address))
  await s.reject(thief, payrollId)
})

test('a waiting run to new addresses is not approved within 24 hours of a reset', async () => {
  const limit = { overUsd: 100, changedAddresses: false }
  const waiting = await makeWaitingRun(s, limit, [20_000n], 5_000_000n)
  const { ours, id, payrollId, code, employeeIds } = waiting
  const thief = await resetByMail(ours)
  expectWait(await approveTransaction(thief, id, code), employeeIds)
  await s.reject(thief, payrollId)
})

longTest(
  'a waiting withdrawal to a new address is not approved within 24 hours of a reset',
  async () => {
    const ours = await s.company(noRules)
    const { payrollId } = await s.funded(ours, [], 5_000_000n)
    const { transaction } = expectAccepted(
      withdrawalAnswer,
      await withdraw(ours, payrollId, anAddress()),
    )
    const code = await s.codeOf(ours)
    const thief = await resetByMail(ours)
    expectWait(await approveTransaction(thief, transaction._id, code), [])
    await s.reject(thief, payrollId)
  },
)

longTest('a waiting run to addresses paid before is approved after a reset', async () => {
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
  expectAccepted(decidedAnswer, await approveTransaction(thief, id, code))
  await s.transactionIs(ours, id, 'unconfirmed')
})
