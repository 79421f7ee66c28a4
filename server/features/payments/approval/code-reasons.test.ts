import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { employee } from '#contract/employees.ts'
import type { Payment } from '#contract/payments.ts'
import { payroll } from '#contract/payrolls.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import {
  approveTransaction,
  previewOf,
  rejectTransaction,
  run,
} from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  anEmployee,
  editEmployee,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { moveOrdersBack } from '#server/testing/move-orders-back.ts'

// Orders are moved into the past.
const s = await paymentsForFile({}, { breaks: ['I3'] })

const asksForChanges = { overUsd: null, changedAddresses: true }

const later = ({ companyId }: TestCompany, time: string) =>
  moveOrdersBack(s.engine.owner, companyId, time)

/** The reasons that the preview gives. The press must give the same, with and without the hash. */
async function reasonsFor(ours: TestCompany, payrollId: string) {
  const { reasons, needsCode } = await previewOf(ours, payrollId)
  expect(needsCode).toBe(reasons.length > 0)
  return reasons
}

const waits = ({ transactions }: Payment) =>
  transactions.some(({ waitingFor }) => waitingFor === 'approval')

async function mined(ours: TestCompany, { transactions }: Payment) {
  await s.engine.play.mine(1)
  for (const { _id } of transactions) await s.transactionIs(ours, _id, 'confirmed')
}

/** A payroll that was paid once, and then funded again. */
async function paidOnce(salaries: bigint[]) {
  const ours = await s.company(asksForChanges)
  const payroll = await s.funded(ours, salaries, 9_000_000n)
  const first = await run(ours, payroll.payrollId)
  expect(waits(first)).toBe(false)
  await mined(ours, first)
  return { ours, first, ...payroll }
}

test('a thief changes addresses and salaries with a bearer → the run waits for a code', async () => {
  const { ours, payrollId, employeeIds } = await paidOnce([5_000n, 5_000n, 90_000n])
  await later(ours, '73 hours')
  expect(await reasonsFor(ours, payrollId)).toEqual([])
  const [one = '', two = '', three = ''] = employeeIds
  await editEmployee(ours, one, { cryptoAddress: anAddress(), baseSalary: 60.01 })
  await editEmployee(ours, two, { cryptoAddress: anAddress(), baseSalary: 60 })
  expect(await reasonsFor(ours, payrollId)).toEqual([
    { code: 'CHANGED_ADDRESS', people: 2 },
    { code: 'SALARY_RAISED', people: 1 },
  ])
  await editEmployee(ours, three, { baseSalary: 1_000 })
  const added = await anEmployee(ours)
  const path = `/companies/payrolls/${payrollId}/employees/${added._id}`
  expectAccepted(payroll, await ours.call('PATCH', path))
  expect(await reasonsFor(ours, payrollId)).toEqual([
    { code: 'CHANGED_ADDRESS', people: 2 },
    { code: 'NEW_PERSON', people: 1 },
    { code: 'SALARY_RAISED', people: 1 },
    { code: 'TOTAL_RAISED', people: 4 },
  ])
  const payment = await run(ours, payrollId)
  expect(payment).toMatchObject({ state: 'pendingApproval' })
  expect(waits(payment)).toBe(true)
})

test('a diversion to somebody’s address, ticked as shared → the run waits all the same', async () => {
  const { ours, payrollId, employeeIds } = await paidOnce([5_000n, 5_000n])
  await later(ours, '73 hours')
  const [one = '', two = ''] = employeeIds
  const { cryptoAddress } = expectAccepted(
    employee,
    await ours.call('GET', `/companies/employees/${two}`),
  )
  await editEmployee(ours, one, { cryptoAddress, baseSalary: 50 })
  const changed = [{ code: 'CHANGED_ADDRESS', people: 1 }]
  expect(await reasonsFor(ours, payrollId)).toEqual(changed)
  const tick = { with: two, accepted: true }
  expectAccepted(
    employee,
    await ours.call('PUT', `/companies/employees/${one}/shared-address`, tick),
  )
  expect(await reasonsFor(ours, payrollId)).toEqual(changed)
  expect(waits(await run(ours, payrollId))).toBe(true)
})

longTest('a raise of all by a fifth, paid one by one → the second asks for a code', async () => {
  const { ours, payrollId, employeeIds } = await paidOnce([5_000n, 5_000n])
  await later(ours, '73 hours')
  const [one = '', two = ''] = employeeIds
  await editEmployee(ours, one, { baseSalary: 60 })
  await editEmployee(ours, two, { baseSalary: 60 })
  expect(await reasonsFor(ours, payrollId)).toEqual([{ code: 'TOTAL_RAISED', people: 2 }])
  const first = await run(ours, payrollId, { only: [one] })
  expect(waits(first)).toBe(false)
  await mined(ours, first)
  const { reasons } = await previewOf(ours, payrollId, `?only=${two}`)
  expect(reasons).toEqual([{ code: 'TOTAL_RAISED', people: 1 }])
  expect(waits(await run(ours, payrollId, { only: [two] }))).toBe(true)
})

test('a second run within 72 hours → a code; after them none', async () => {
  const { ours, first, payrollId } = await paidOnce([5_000n])
  expect(await reasonsFor(ours, payrollId)).toEqual([
    { code: 'SALARY_RAISED', people: 1 },
    { code: 'SECOND_RUN', people: 1 },
  ])
  const second = await run(ours, payrollId, { after: first._id })
  expect(waits(second)).toBe(true)
  expectAccepted(decidedAnswer, await rejectTransaction(ours, second.transactions[0]?._id ?? ''))
  await later(ours, '72 hours')
  expect(await reasonsFor(ours, payrollId)).toEqual([])
})

test('an address that another payroll paid meanwhile → is the known one', async () => {
  const { ours, payrollId, employeeIds } = await paidOnce([5_000n])
  const [id = ''] = employeeIds
  await editEmployee(ours, id, { cryptoAddress: anAddress() })
  const other = await s.funded(ours, [], 9_000_000n)
  expectAccepted(
    payroll,
    await ours.call('PATCH', `/companies/payrolls/${other.payrollId}/employees/${id}`),
  )
  await later(ours, '73 hours')
  // A first run of its payroll, but in the sandbox.
  const paid = await run(ours, other.payrollId)
  expect(waits(paid)).toBe(false)
  await mined(ours, paid)
  await later(ours, '73 hours')
  expect(await reasonsFor(ours, payrollId)).toEqual([])
})

test('two runs of the limit in different payrolls → the second needs a code', async () => {
  const ours = await s.company({ overUsd: 100, changedAddresses: false })
  const [one, two] = [
    await s.funded(ours, [10_000n], 5_000_000n),
    await s.funded(ours, [10_000n], 5_000_000n),
  ]
  expect(waits(await run(ours, one.payrollId))).toBe(false)
  expect(await reasonsFor(ours, two.payrollId)).toEqual([{ code: 'OVER_USD', people: 1 }])
  const second = await run(ours, two.payrollId)
  expect(waits(second)).toBe(true)
  // The rejected run does not count as a run; the first one still does.
  expectAccepted(decidedAnswer, await rejectTransaction(ours, second.transactions[0]?._id ?? ''))
  expect(await reasonsFor(ours, two.payrollId)).toEqual([{ code: 'OVER_USD', people: 1 }])
  await later(ours, '24 hours')
  expect(await reasonsFor(ours, two.payrollId)).toEqual([])
})

test('a withdrawal counts to the 24 hours, until it is rejected', async () => {
  const ours = await s.company({ overUsd: 100, changedAddresses: false })
  const from = await s.funded(ours, [5_000n], 5_000_000n)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const path = `/companies/payrolls/${from.payrollId}/withdraw-funds`
  const body = { address: anAddress(), amount: '0.001' }
  const { transaction } = expectAccepted(withdrawalAnswer, await ours.call('POST', path, body))
  expect(await reasonsFor(ours, payrollId)).toEqual([{ code: 'OVER_USD', people: 1 }])
  expectAccepted(decidedAnswer, await rejectTransaction(ours, transaction._id))
  expect(await reasonsFor(ours, payrollId)).toEqual([])
})

longTest(
  'six runs of the limit in six payrolls at once → five of them wait for a code',
  async () => {
    const ours = await s.company({ overUsd: 50, changedAddresses: false })
    const payrolls: string[] = []
    for (let n = 0; n < 6; n++) {
      payrolls.push((await s.funded(ours, [5_000n], 5_000_000n)).payrollId)
    }
    const runs = await Promise.all(payrolls.map((id) => run(ours, id)))
    expect(runs.filter(waits)).toHaveLength(5)
  },
)

test('a run that its code released → its people are known in the next one', async () => {
  const { ours, first, payrollId, employeeIds } = await paidOnce([5_000n])
  await editEmployee(ours, employeeIds[0] ?? '', { cryptoAddress: anAddress() })
  const second = await run(ours, payrollId, { after: first._id })
  const id = second.transactions[0]?._id ?? ''
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, await s.codeOf(ours)))
  await s.transactionIs(ours, id, 'unconfirmed')
  await mined(ours, second)
  await later(ours, '73 hours')
  expect(await reasonsFor(ours, payrollId)).toEqual([])
})
