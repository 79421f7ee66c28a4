import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { calendarAnswer } from '#contract/calendar.ts'
import { employee } from '#contract/employees.ts'
import { type Payment, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { payroll } from '#contract/payrolls.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { dayMs } from '#domain/durations.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { previewOf, rejectTransaction, run } from '#server/testing/approval-steps.ts'
import {
  anEmployee,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { moveOrdersBack } from '#server/testing/move-orders-back.ts'

// Orders are moved into the past.
const s = await paymentsForFile({}, { breaks: ['I3'] })
const asksForChanges = { overUsd: null, changedAddresses: true }
/** The year in El Salvador, which begins six hours after UTC's. */
const year = Number(dayIn('America/El_Salvador', new Date()).slice(0, 4))
const raised = (people: number) => ({ code: 'SALARY_RAISED', people })

/** A payroll of people with a month's base, whose salaries were paid so long ago. */
async function paidTeam(salaries: bigint[], ago = '73 hours') {
  const ours = await s.company(asksForChanges)
  const made = await s.funded(ours, salaries, 90_000_000n)
  const terms = { hiredOn: `${year - 5}-01-01`, payFrequency: 'MONTH' }
  for (const id of made.employeeIds) await editEmployee(ours, id, terms)
  const salary = await run(ours, made.payrollId)
  await mined(ours, salary)
  await moveOrdersBack(s.engine.owner, ours.companyId, ago)
  return { ours, salary, ...made }
}

async function mined(ours: TestCompany, { _id }: Payment) {
  await s.paymentIs(ours, _id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, _id, 'confirmed')
  await s.price(9_100_000n)
}

async function sheetOf(ours: TestCompany, payrollId: string, body: object) {
  const path = `/companies/payrolls/${payrollId}/special-runs`
  const answer = await ours.call('POST', path, { year, ...body })
  const { specialRun } = expectAccepted(specialRunAnswer, answer)
  return { path: `/special-runs/${specialRun._id}`, specialRun }
}
const bonusOf = async (ours: TestCompany, payrollId: string, usd: number, employees?: string[]) =>
  (await sheetOf(ours, payrollId, { kind: 'BONUS', usd, employees })).path

const shownOf = async (ours: TestCompany, path: string, query = '') =>
  expectAccepted(paymentPreview, await ours.call('GET', `${path}/payment-preview${query}`))
const press = (ours: TestCompany, path: string, body: object = {}) =>
  ours.call('POST', `${path}/run`, body)
const pay = async (ours: TestCompany, path: string, body: object = {}) =>
  expectAccepted(paymentAnswer, await press(ours, path, body)).payment

const waits = ({ transactions }: Payment) =>
  transactions.some(({ waitingFor }) => waitingFor === 'approval')

/** The reasons that preview, press and order give, which are the same. */
async function reasonsFor(ours: TestCompany, path: string, body: object = {}) {
  const { reasons, needsCode, previewHash } = await shownOf(ours, path)
  expect(needsCode).toBe(reasons.length > 0)
  const payment = await pay(ours, path, { previewHash, ...body })
  expect(waits(payment)).toBe(reasons.length > 0)
  const order = await s.engine.db
    .selectFrom('orders')
    .select('reasons')
    .where('sheet_id', '=', payment._id)
    .executeTakeFirstOrThrow()
  expect(order.reasons).toEqual(reasons)
  return { reasons, payment }
}

test('a bonus of 80 salaries → it asks; rejected, it counts no more', async () => {
  const { ours, payrollId } = await paidTeam([500n, 600n])
  const { reasons, payment } = await reasonsFor(ours, await bonusOf(ours, payrollId, 400))
  expect(reasons).toEqual([raised(2)])
  expect(waits(payment)).toBe(true)
  await rejectTransaction(ours, payment.transactions[0]?._id ?? '')
  const small = await bonusOf(ours, payrollId, 2)
  expect((await shownOf(ours, small)).reasons).toEqual([])
})

test('80 salaries before any payday, or of a base that was just raised → they ask', async () => {
  const ours = await s.company(asksForChanges)
  const { payrollId, employeeIds } = await s.funded(ours, [500n], 90_000_000n)
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 400))).reasons).toEqual([raised(1)])
  const salary = await run(ours, payrollId)
  await mined(ours, salary)
  await moveOrdersBack(s.engine.owner, ours.companyId, '73 hours')
  await editEmployee(ours, employeeIds[0] ?? '', { baseSalary: 400 })
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 400))).reasons).toEqual([raised(1)])
})

test('a bonus up to the guard above the base asks nothing; a cent more asks', async () => {
  const { ours, payrollId } = await paidTeam([5_000n])
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 60))).reasons).toEqual([])
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 60.01))).reasons).toEqual([raised(1)])
})

test('a bonus in two parts of 72 hours → the second is ALREADY_PAID, and asks for both', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([5_000n, 5_000n])
  const [ana = '', eva = ''] = employeeIds
  const first = await pay(ours, await bonusOf(ours, payrollId, 40, [ana]))
  expect(waits(first)).toBe(false)
  await mined(ours, first)
  const path = await bonusOf(ours, payrollId, 40)
  const { lastPaid, problems, reasons } = await shownOf(ours, path)
  expect(lastPaid?._id).toBe(first._id)
  expect(problems.map(({ code }) => code)).toEqual(['ALREADY_PAID'])
  expect(reasons).toEqual([raised(1), { code: 'SECOND_RUN', people: 2 }])
  const { data } = expectRefusal(await press(ours, path), 409, 'ALREADY_PAID')
  expect(data).toMatchObject({ payment: { _id: first._id } })
  // Whom nobody has paid a bonus is paid without a word.
  for (const query of [`?only=${eva}`, `?leave=${ana}`]) {
    expect(await shownOf(ours, path, query)).toMatchObject({ problems: [], reasons: [] })
  }
  const alone = await pay(ours, path, { leave: [ana] })
  expect(waits(alone)).toBe(false)
  await mined(ours, alone)
  expectRefusal(await press(ours, path), 409, 'ALREADY_PAID')
  const second = await pay(ours, path, { after: first._id })
  expect(waits(second)).toBe(true)
})

test('a bonus 72 hours after a bonus → nobody is asked', async () => {
  const { ours, payrollId } = await paidTeam([5_000n])
  await mined(ours, await pay(ours, await bonusOf(ours, payrollId, 40)))
  await moveOrdersBack(s.engine.owner, ours.companyId, '72 hours')
  const { problems, reasons } = await shownOf(ours, await bonusOf(ours, payrollId, 40))
  expect({ problems, reasons }).toEqual({ problems: [], reasons: [] })
})

test('a bonus beside the salary of its day → both together are compared with the base', async () => {
  const { ours, payrollId } = await paidTeam([5_000n], '1 hour')
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 10))).reasons).toEqual([])
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 10.01))).reasons).toEqual([raised(1)])
})

test('a salary after a bonus of that day → both together ask; after 72 hours neither', async () => {
  const { ours, payrollId } = await paidTeam([5_000n])
  await mined(ours, await pay(ours, await bonusOf(ours, payrollId, 11)))
  expect((await previewOf(ours, payrollId)).reasons).toEqual([raised(1)])
  const payment = await run(ours, payrollId)
  expect(waits(payment)).toBe(true)
  await rejectTransaction(ours, payment.transactions[0]?._id ?? '')
  await moveOrdersBack(s.engine.owner, ours.companyId, '72 hours')
  expect((await previewOf(ours, payrollId)).reasons).toEqual([])
})

test('a bonus beside a prepared payday → both together ask, until it is skipped', async () => {
  const { ours, payrollId } = await paidTeam([5_000n])
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PREPARE' }
  await ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
  const { occurrences } = expectAccepted(calendarAnswer, await ours.call('GET', '/calendar'))
  const path = `/calendar/${occurrences[0]?._id}`
  await ours.call('POST', `${path}/move`, { dueAt: new Date(Date.now() + dayMs) })
  const bonus = await bonusOf(ours, payrollId, 11)
  expect((await shownOf(ours, bonus)).reasons).toEqual([])
  expect((await ours.call('POST', `${path}/prepare`)).status).toBe(200)
  expect((await shownOf(ours, bonus)).reasons).toEqual([raised(1)])
  expect((await ours.call('POST', `${path}/skip`, { reason: 'Feriado' })).status).toBe(200)
  expect((await shownOf(ours, bonus)).reasons).toEqual([])
})

test('an aguinaldo as the formula says, beside the salary of its day → neither asks', async () => {
  const { ours, payrollId } = await paidTeam([6_000n], '1 hour')
  const { path } = await sheetOf(ours, payrollId, { kind: 'AGUINALDO' })
  const { reasons, payment } = await reasonsFor(ours, path)
  expect(payment.totalUsd).toBe(38)
  expect(reasons).toEqual([])
  await mined(ours, payment)
  const { reasons: ofSalary } = await previewOf(ours, payrollId)
  expect(ofSalary, 'the aguinaldo is no part of the salary').toEqual([
    raised(1),
    { code: 'SECOND_RUN', people: 1 },
  ])
  await moveOrdersBack(s.engine.owner, ours.companyId, '71 hours')
  expect((await previewOf(ours, payrollId)).reasons).toEqual([])
})

test('an aguinaldo set by hand above its formula → it asks, and counts later', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([6_000n])
  const { path } = await sheetOf(ours, payrollId, { kind: 'AGUINALDO' })
  const [ana = ''] = employeeIds
  const amount = async (usd: number) => {
    expect((await ours.call('PUT', path, { lines: [{ employee: ana, usd }] })).status).toBe(200)
    return (await shownOf(ours, path)).reasons
  }
  expect(await amount(45.6)).toEqual([])
  expect(await amount(45.61)).toEqual([raised(1)])
  expect(await amount(51)).toEqual([raised(1)])
  const payment = await pay(ours, path)
  expect(waits(payment)).toBe(true)
  // 60 of the salary and 13 above the formula are more than 72.
  const { payrollId: other } = await s.funded(ours, [], 90_000_000n)
  const join = `/companies/payrolls/${other}/employees/${ana}`
  expectAccepted(payroll, await ours.call('PATCH', join))
  expect((await previewOf(ours, other)).reasons).toEqual([raised(1)])
})

test('an aguinaldo of a base that was raised before → the formula vouches for nothing', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([6_000n])
  await editEmployee(ours, employeeIds[0] ?? '', { baseSalary: 480 })
  const { path } = await sheetOf(ours, payrollId, { kind: 'AGUINALDO' })
  const { reasons, payment } = await reasonsFor(ours, path)
  expect(payment.totalUsd).toBe(304)
  expect(reasons).toEqual([raised(1)])
})

test('a bonus and a salary, each half in dollars → both together ask', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([6_000n])
  await editEmployee(ours, employeeIds[0] ?? '', { bitcoinPercent: 50 })
  expect((await shownOf(ours, await bonusOf(ours, payrollId, 72.01))).reasons).toEqual([raised(1)])
  const path = await bonusOf(ours, payrollId, 40)
  const { payment } = await reasonsFor(ours, path)
  expect(payment).toMatchObject({ totalUsd: 40, dollarsUsd: 20 })
  await mined(ours, payment)
  const { reasons } = await previewOf(ours, payrollId)
  expect(reasons).toEqual([raised(1)])
})

test('80 salaries all in dollars → they wait for an approval, and count later', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([500n])
  await editEmployee(ours, employeeIds[0] ?? '', { bitcoinPercent: 0 })
  const path = await bonusOf(ours, payrollId, 400)
  const { previewHash, reasons } = await shownOf(ours, path)
  expect(reasons).toEqual([raised(1)])
  const bonus = await pay(ours, path, { previewHash })
  expect(bonus).toMatchObject({ state: 'pendingApproval', transactions: [], dollarsUsd: 400 })
  expect((await previewOf(ours, payrollId)).reasons).toEqual([raised(1)])
})

test('somebody is deleted and made again after a bonus → the bonus counts', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([6_000n, 6_000n])
  const [ana = ''] = employeeIds
  const path = `/companies/employees/${ana}`
  await editEmployee(ours, ana, { email: 'ana@cafedelvolcan.sv' })
  const { _id, ...before } = expectAccepted(employee, await ours.call('GET', path))
  const first = await pay(ours, await bonusOf(ours, payrollId, 60, [_id]))
  await mined(ours, first)
  expectAccepted(z.null(), await ours.call('DELETE', path))
  const { firstName, lastName, email, cryptoAddress } = before
  const again = await anEmployee(ours, {
    firstName,
    lastName,
    email,
    cryptoAddress,
    baseSalary: 60,
  })
  const join = `/companies/payrolls/${payrollId}/employees/${again._id}`
  expectAccepted(payroll, await ours.call('PATCH', join))
  const shown = await shownOf(ours, await bonusOf(ours, payrollId, 60, [again._id]))
  expect(shown.problems.map(({ code }) => code)).toEqual(['ALREADY_PAID'])
  expect(shown.reasons).toContainEqual(raised(1))
})

test('somebody left out and then paid alone within 72 hours → no amount is unusual', async () => {
  const { ours, payrollId, employeeIds } = await paidTeam([5_000n, 5_000n])
  const [eva = ''] = employeeIds
  await mined(ours, await run(ours, payrollId, { leave: [eva] }))
  const { reasons } = await previewOf(ours, payrollId, `?only=${eva}`)
  expect(reasons).toEqual([{ code: 'NEW_PERSON', people: 1 }])
})

test('two payrolls pay somebody a base each within 72 hours → the second asks', async () => {
  const { ours, employeeIds } = await paidTeam([5_000n, 5_000n], '1 hour')
  const [ana = ''] = employeeIds
  const { payrollId } = await s.funded(ours, [6_000n], 90_000_000n)
  const join = `/companies/payrolls/${payrollId}/employees/${ana}`
  expectAccepted(payroll, await ours.call('PATCH', join))
  expect((await previewOf(ours, payrollId)).reasons).toEqual([raised(1)])
  await moveOrdersBack(s.engine.owner, ours.companyId, '71 hours')
  expect((await previewOf(ours, payrollId)).reasons).toEqual([])
})
