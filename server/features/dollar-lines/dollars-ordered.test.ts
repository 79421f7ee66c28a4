import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalAnswer } from '#contract/approvals.ts'
import { dollarLineAnswer } from '#contract/dollar-lines.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { dollarSteps } from '#server/testing/dollar-steps.ts'
import { editEmployee, expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { findChangedLists } from './index.ts'

const s = await paymentsForFile()

const { dollarTeam, listPath, listOf, paymentOf, waitingFor, approves, csvOf } = dollarSteps(s)

test('two approvals are required → the list in dollars waits for both', async () => {
  const { ours, gloria, hugo, payrollId } = await dollarTeam([1_350_000n, 1_350_000n])
  expect(await previewOf(ours, payrollId)).toMatchObject({ approvalsRequired: 2 })
  const payment = await run(ours, payrollId)
  expect(payment).toMatchObject({ state: 'pendingApproval', transactions: [], dollarsUsd: 27_000 })
  expectRefusal(await ours.call('GET', listPath(payment)), 409, 'NOT_APPROVED')
  expect((await csvOf(ours, payment)).toString()).toContain('NOT_APPROVED')
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'PAYMENT_IN_PROGRESS')
  const { status } = expectAccepted(payrollAnswer, await ours.call('GET', `/payrolls/${payrollId}`))
  expect(status.code).toBe('awaitsApproval')

  expect(await waitingFor(gloria)).toMatchObject([
    { kind: 'PAYMENT', transaction: null, payment: { _id: payment._id }, required: 2 },
  ])
  await approves(gloria)
  expectRefusal(await ours.call('GET', listPath(payment)), 409, 'NOT_APPROVED')
  await approves(hugo)
  expect(await paymentOf(ours, payment)).toMatchObject({ state: 'confirmed', paidLines: 0 })
  const { order, lines, due } = await listOf(ours, payment)
  expect(due).toBe(true)
  expect(lines).toHaveLength(2)
  expect(order?.approvedBy).toEqual([
    expect.stringContaining(gloria.form.email),
    expect.stringContaining(hugo.form.email),
  ])
})

test('one rejects → nobody is paid, no list has it, and the next press pays', async () => {
  const { ours, gloria, payrollId } = await dollarTeam([50_000n], 1)
  const payment = await run(ours, payrollId)
  const [order] = await waitingFor(gloria)
  const rejected = await gloria.call('POST', `/approvals/${order?._id}/reject`, { reason: 'no' })
  expectAccepted(approvalAnswer, rejected)
  expect(await paymentOf(ours, payment)).toMatchObject({ state: 'rejected' })
  expect(await listOf(ours, payment)).toMatchObject({ lines: [], due: false, order: null })
  const again = await run(ours, payrollId)
  expect(again).toMatchObject({ state: 'pendingApproval', lines: 1 })
  await approves(gloria)
  expect(await paymentOf(ours, again)).toMatchObject({ state: 'confirmed' })
})

const accountOf = (account: string) => sql`sheet_lines SET bank_account = ${account}`
const wholePay = (cents: number) => sql`sheet_lines SET net_usd_cents = ${cents}`
const payoutOf = (cents: number) => sql`payouts SET usd_cents = ${cents}`
test.each([
  ['an account is', [accountOf('99-thief')], [accountOf('00-4417')]],
  ['an amount is', [payoutOf(60_000)], [payoutOf(50_000)]],
  [
    'an amount and the whole pay are',
    [payoutOf(60_000), wholePay(60_000)],
    [payoutOf(50_000), wholePay(50_000)],
  ],
])('%s changed in the database after the approval → no list', async (_, changes, changesBack) => {
  const { ours, gloria, payrollId } = await dollarTeam([50_000n], 1)
  const payment = await run(ours, payrollId)
  await approves(gloria)
  const { owner } = s.engine
  for (const set of changes) {
    await sql`UPDATE ${set} WHERE sheet_id = ${payment._id}`.execute(owner)
  }
  expectRefusal(await ours.call('GET', listPath(payment)), 409, 'NOT_APPROVED')
  expect((await csvOf(ours, payment)).toString()).toContain('NOT_APPROVED')
  const { changed } = await findChangedLists(s.engine.db, s.engine.macKey)
  expect(changed.map(({ id }) => id)).toEqual([payment._id])
  for (const set of changesBack) {
    await sql`UPDATE ${set} WHERE sheet_id = ${payment._id}`.execute(owner)
  }
})

test('a sheet is released in the database alone, without approvals → no list', async () => {
  const { ours, payrollId } = await dollarTeam([50_000n], 1)
  const payment = await run(ours, payrollId)
  await sql`UPDATE sheets SET closed_at = now() WHERE id = ${payment._id}`.execute(s.engine.owner)
  expectRefusal(await ours.call('GET', listPath(payment)), 409, 'NOT_APPROVED')
})

test('dollars count for the tiers, and for the sum of 24 hours', async () => {
  const { ours, payrollId, employeeIds } = await dollarTeam([60_000n, 60_000n], 0)
  await setTiers(ours, [{ fromUsd: 1_000, approvals: 1 }])
  const [ana = '', eva = ''] = employeeIds
  expect(await previewOf(ours, payrollId, `?only=${eva}`)).toMatchObject({ approvalsRequired: 0 })
  expect(await run(ours, payrollId, { only: [ana] })).toMatchObject({ state: 'confirmed' })
  expect(await previewOf(ours, payrollId, `?only=${eva}`)).toMatchObject({ approvalsRequired: 1 })
})

test('a list was downloaded → its dollars are not ordered again until somebody says no', async () => {
  const { ours, payrollId, employeeIds } = await dollarTeam([50_000n, 40_000n], 0)
  const [half = ''] = employeeIds
  await editEmployee(ours, half, { bitcoinPercent: 50 })
  const payment = await run(ours, payrollId)
  const [transaction] = payment.transactions
  const id = transaction?._id ?? ''
  await s.transactionIs(ours, id, 'unconfirmed')
  const csv = await csvOf(ours, payment)
  const [titles, row] = parse(csv, { bom: true }) as string[][]
  expect(titles).toEqual(expect.arrayContaining(['Orden (SHA-256)', 'Aprobado por']))
  expect(row).toContain((await listOf(ours, payment)).order?.sha256)
  const { lines } = await listOf(ours, payment)
  expect(lines.map(({ sent, paid }) => [sent, paid])).toEqual([
    [true, false],
    [true, false],
  ])
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await s.engine.play.mine(1)
  await s.engine.until('it was cancelled', async () => {
    const shown = await previewOf(ours, payrollId)
    return shown.resumes !== null
  })
  const preview = await previewOf(ours, payrollId)
  expect(preview).toMatchObject({ resumes: { _id: payment._id }, dollarsUsd: 0, bitcoinUsd: 250 })
  const line = lines.find((one) => one.employeeId === half)
  const path = `${listPath(payment)}/${line?._id}`
  const answer = await ours.call('PATCH', path, { sent: false })
  expect(expectAccepted(dollarLineAnswer, answer).line).toMatchObject({ sent: false, paid: false })
  expect(await previewOf(ours, payrollId)).toMatchObject({ dollarsUsd: 250 })
})

test('an approver reads the list → the end of each account, and nothing is sent', async () => {
  const { ours, gloria, payrollId } = await dollarTeam([50_000n], 1)
  const payment = await run(ours, payrollId)
  await approves(gloria)
  const { lines } = await listOf(gloria, payment)
  expect(lines).toMatchObject([{ bankAccount: '…4417', sent: false }])
  const csv = await csvOf(gloria, payment)
  expect(csv.toString()).not.toContain('00-4417')
  expect((await listOf(ours, payment)).lines).toMatchObject([
    { bankAccount: '00-4417', sent: false },
  ])
})
