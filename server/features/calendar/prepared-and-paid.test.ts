import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalAnswer } from '#contract/approvals.ts'
import { calendarAnswer, occurrenceAnswer } from '#contract/calendar.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { macOf } from '#server/authorization/mac.ts'
import { readPreparedSheet } from '#server/features/payments/index.ts'
import { readKeptChoices } from '#server/features/payments/periods/kept-choices.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { run } from '#server/testing/approval-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { holdSteps } from '#server/testing/hold-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { setPaydays, timesPaid } from '#server/testing/period-steps.ts'
import { approvePayday, readPayday } from '#server/testing/prepared-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { payPaydays } from './pay.ts'

const s = await paymentsForFile()
const { engine } = s
const h = holdSteps(s)

const look = () =>
  payPaydays(engine.worker, {
    macKey: engine.macKey,
    log: engine.log,
    smsConfigured: true,
    isSandbox: true,
    clock: { now: () => new Date() },
    config: { ...engine.config, network: engine.network, feeCeilings: engine.feeCeilings },
  })

/** Moves the payroll's next payday, which pays itself, to a moment from now. */
async function nearPayday(ours: TestCompany, payrollId: string) {
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PAY' }
  expectAccepted(
    scheduleAnswer,
    await ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates),
  )
  const { occurrences } = expectAccepted(calendarAnswer, await ours.call('GET', '/calendar'))
  const path = `/calendar/${occurrences[0]?._id}`
  const dueAt = new Date(Date.now() + 4_000).toISOString()
  const moved = expectAccepted(occurrenceAnswer, await ours.call('POST', `${path}/move`, { dueAt }))
  return { path, id: moved.occurrence._id }
}

/** A funded payroll whose next payday is a moment away, prepared and approved by somebody else. */
async function approvedPayday(terms: object | null = null) {
  const ours = await s.company()
  const approver = await aMember(ours.t, ours, 'APPROVER')
  const { payrollId, employeeIds } = await s.funded(ours, [20_000n, 30_000n], 3_000_000n)
  for (const one of terms ? employeeIds : []) await editEmployee(ours, one, terms ?? {})
  const { path, id } = await nearPayday(ours, payrollId)
  expectAccepted(occurrenceAnswer, await ours.call('POST', `${path}/prepare`))
  expectAccepted(approvalAnswer, await approvePayday(ours.t, approver))
  return { ours, approver, id, payrollId, employeeIds }
}

const becomes = (ours: TestCompany, id: string, state: string) =>
  engine.until(`the payday is ${state}`, async () => {
    await s.price(9_100_000n)
    await look()
    const payday = await readPayday(ours, id)
    return payday.state === state && payday
  })

test('prepared, approved by somebody else → paid by itself at its hour, once', async () => {
  const { ours, id, payrollId, employeeIds } = await approvedPayday()
  const { payment } = await becomes(ours, id, 'paid')
  await s.paymentIs(ours, payment ?? '', 'unconfirmed')
  await look()
  await engine.play.mine(1)
  await s.paymentIs(ours, payment ?? '', 'confirmed')
  await look()
  expect(await timesPaid(engine.db, payrollId, employeeIds)).toEqual([1, 1])
})

test('approved, all in dollars → paid by itself, noted, and on a list for the bank', async () => {
  const inDollars = { bitcoinPercent: 0, bank: 'Cuscatlán', bankAccount: '00-4417' }
  const { ours, id } = await approvedPayday(inDollars)
  const { payment } = await becomes(ours, id, 'paid')
  await engine.until('its list is there', async () => {
    const { status } = await ours.call('GET', `/payments/${payment}/dollar-lines`)
    return status === 200
  })
})

test('a name written otherwise since → paid by itself all the same', async () => {
  const { ours, id, employeeIds } = await approvedPayday()
  await editEmployee(ours, employeeIds[0] ?? '', { firstName: 'Ana María' })
  const { payment } = await becomes(ours, id, 'paid')
  await s.paymentIs(ours, payment ?? '', 'unconfirmed')
})

test('a salary changed since → held, told once; prepared and approved again it is paid', async () => {
  const { ours, approver, id, payrollId, employeeIds } = await approvedPayday()
  await editEmployee(ours, employeeIds[0] ?? '', { baseSalary: 210 })
  expect((await becomes(ours, id, 'held')).reason).toBe('SHEET_CHANGED')
  await look()
  const mails = await messagesTo(engine.db, ours.form.email)
  expect(mails.filter(({ template }) => template === 'paydayHeld')).toHaveLength(1)
  expectAccepted(occurrenceAnswer, await ours.call('POST', `/calendar/${id}/prepare`))
  expectAccepted(approvalAnswer, await approvePayday(ours.t, approver))
  const { payment } = await becomes(ours, id, 'paid')
  await s.paymentIs(ours, payment ?? '', 'unconfirmed')
  await engine.play.mine(1)
  await s.paymentIs(ours, payment ?? '', 'confirmed')
  expect(await timesPaid(engine.db, payrollId, employeeIds)).toEqual([1, 1])
})

longTest('never prepared for a held person → that is why it is held, and is told', async () => {
  const { ours, payrollId, employeeIds } = await h.paidTeam([20_000n, 30_000n])
  await h.move(ours, employeeIds[0] ?? '', anAddress())
  const { path, id } = await nearPayday(ours, payrollId)
  expectRefusal(await ours.call('POST', `${path}/prepare`), 409, 'HELD_ADDRESSES')
  await becomes(ours, id, 'held')
  await look()
  expect((await readPayday(ours, id)).reason).toBe('HELD_ADDRESSES')
  const mails = await messagesTo(engine.db, ours.form.email)
  const held = mails.filter(({ template }) => template === 'paydayHeld')
  expect(held).toHaveLength(1)
  expect(held[0]?.text).toContain('Hay direcciones o cuentas nuevas en espera.')
})

test('a held person without a choice → not prepared; by choice at the address before', async () => {
  const { ours, payrollId, employeeIds } = await h.paidTeam([20_000n, 30_000n])
  const [ana = '', eva = ''] = employeeIds
  const before = await h.addressOf(ours, ana)
  await h.move(ours, ana, anAddress())
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PREPARE' }
  await ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
  const { occurrences } = expectAccepted(calendarAnswer, await ours.call('GET', '/calendar'))
  const id = occurrences[0]?._id ?? ''
  const prepare = (held: object) => ours.call('POST', `/calendar/${id}/prepare`, { held })
  expectRefusal(await prepare({}), 409, 'HELD_ADDRESSES')
  expect((await readPayday(ours, id)).state).toBe('planned')
  const { companyId } = ours
  const sheet = async () => {
    const payday = { companyId, occurrenceId: id }
    return readPreparedSheet(engine.db, engine.macKey, payday, new Date())
  }
  expectAccepted(occurrenceAnswer, await prepare({ [ana]: 'previous' }))
  const line = (await sheet())?.lines.find(({ employeeId }) => employeeId === ana)
  if (!line) throw new Error('nobody was left out')
  expect(line.address).toBe(before)
  const terms = payTerms({
    id: ana,
    company_id: companyId,
    address: before,
    base_salary_usd_cents: 20_000n,
    version: line.version,
  })
  expect(macOf(engine.macKey, 'employees', terms)).toEqual(line.mac)
  expectAccepted(occurrenceAnswer, await prepare({ [ana]: 'leave' }))
  const without = await sheet()
  expect(without?.lines.map(({ employeeId }) => employeeId)).toEqual([eva])
  expect(without?.leftOut).toMatchObject([{ employeeId: ana, reason: 'HELD_ADDRESS' }])
})

test('an account changed since → held; prepared with the one before, paid there', async () => {
  const ours = await s.company()
  const approver = await aMember(ours.t, ours, 'APPROVER')
  const { payrollId, employeeIds } = await s.funded(ours, [20_000n, 30_000n], 9_000_000n)
  const [ana = ''] = employeeIds
  const before = { bank: 'Banco Agrícola', bankAccount: '003-0114-4417' }
  await editEmployee(ours, ana, { bitcoinPercent: 50, ...before })
  const { _id: first } = await run(ours, payrollId)
  await h.confirmed(ours, first)
  // As if that run had been of a period: a payday soon after does not repeat it.
  await sql`UPDATE sheets SET period_key = '2026-01-Q1' WHERE id = ${first}`.execute(engine.owner)
  const { path, id } = await nearPayday(ours, payrollId)
  expectAccepted(occurrenceAnswer, await ours.call('POST', `${path}/prepare`))
  expectAccepted(approvalAnswer, await approvePayday(ours.t, approver))
  await editEmployee(ours, ana, { bank: 'Banco Cuscatlán', bankAccount: '401-7788-0937' })
  await becomes(ours, id, 'held')
  // The calendar says what stands in the way now; the worker notes why it did not pay.
  const payday = engine.db.selectFrom('occurrences').select('held_reason').where('id', '=', id)
  await engine.until('the worker has looked', async () => {
    await s.price(9_100_000n)
    await look()
    return (await payday.executeTakeFirstOrThrow()).held_reason === 'SHEET_CHANGED'
  })
  expectRefusal(await ours.call('POST', `${path}/prepare`), 409, 'HELD_ADDRESSES')
  const held = { [ana]: 'previous' }
  expectAccepted(occurrenceAnswer, await ours.call('POST', `${path}/prepare`, { held }))
  expectAccepted(approvalAnswer, await approvePayday(ours.t, approver))
  const { payment } = await becomes(ours, id, 'paid')
  await h.confirmed(ours, payment ?? '')
  const line = await engine.db
    .selectFrom('sheet_lines')
    .select(['bank', 'bank_account as bankAccount'])
    .where('sheet_id', '=', payment ?? '')
    .where('employee_id', '=', ana)
    .executeTakeFirstOrThrow()
  expect(line).toEqual(before)
  await sql`UPDATE sheets SET period_key = NULL WHERE id = ${first}`.execute(engine.owner)
})

/** Whether two payrolls pay a person by a kept choice, after a change of the tables that is taken back. */
async function isKeptAfterChange(
  change: (trx: Trx) => Promise<unknown>,
  companyId: string,
  employeeId: string,
  [one, other]: [string, string],
): Promise<boolean> {
  const trx = await engine.owner.startTransaction().execute()
  await change(trx)
  const isKept = await readKeptChoices(trx, engine.macKey, companyId)
  await trx.rollback().execute()
  return isKept({ employeeId, payrollId: one }, { employeeId, payrollId: other })
}

longTest(
  'somebody paid elsewhere without an answer → not prepared; by choice it is paid',
  async () => {
    const ours = await s.company()
    const approver = await aMember(ours.t, ours, 'APPROVER')
    const { companyId, user } = ours
    const shop = await s.funded(ours, [20_000n], 3_000_000n)
    const [ana = ''] = shop.employeeIds
    const { payrollId, employeeIds } = await s.funded(ours, [30_000n], 3_000_000n)
    await engine.addMembers({ companyId, payrollId }, [ana])
    const { path, id } = await nearPayday(ours, payrollId)
    const month = (await readPayday(ours, id)).periodKey.slice(0, 7)
    const owner = { companyId, userId: user._id, payrollId: shop.payrollId }
    await setPaydays(engine.owner, owner, [{ key: month, inHours: -1 }])
    const before = await run(ours, shop.payrollId)
    await s.paymentIs(ours, before._id, 'unconfirmed')
    await engine.play.mine(1)
    await s.paymentIs(ours, before._id, 'confirmed')

    const prepare = (body?: object) => ours.call('POST', `${path}/prepare`, body)
    const refused = await prepare()
    expectRefusal(refused, 409, 'PAID_ELSEWHERE')
    expect(refused.body).toMatchObject({ data: { count: 1, people: [{ employee: { _id: ana } }] } })
    expect((await becomes(ours, id, 'held')).reason).toBe('PAID_ELSEWHERE')
    await look()
    const mails = await messagesTo(engine.db, ours.form.email)
    const [held] = mails.filter(({ template }) => template === 'paydayHeld')
    expect(held?.text).toContain('otro pago de estos días')

    const sheet = () =>
      readPreparedSheet(engine.db, engine.macKey, { companyId, occurrenceId: id }, new Date())
    expectAccepted(occurrenceAnswer, await prepare({ include: [] }))
    expect(await sheet()).toMatchObject({
      lines: [{ employeeId: employeeIds[0] }],
      leftOut: [{ employeeId: ana, reason: 'PAID_ELSEWHERE' }],
    })
    expectAccepted(occurrenceAnswer, await prepare({ include: [ana] }))
    const included = [{ employee: ana, payroll: shop.payrollId, paid: ana, mayConfirm: false }]
    expect(await sheet()).toMatchObject({ included, leftOut: [] })
    expectAccepted(approvalAnswer, await approvePayday(ours.t, approver))
    const rewrite = (value: unknown) =>
      sql`
    UPDATE payday_sheets SET included = ${JSON.stringify(value)}::jsonb
    WHERE occurrence_id = ${id}`.execute(engine.owner)
    await rewrite([...included, ...included])
    expect((await sheet())?.approval).toBe('ENDED')
    await rewrite(included)
    const { payment } = await becomes(ours, id, 'paid')
    await s.paymentIs(ours, payment ?? '', 'unconfirmed')
    await engine.play.mine(1)
    await s.paymentIs(ours, payment ?? '', 'confirmed')
    expect(await timesPaid(engine.db, payrollId, [ana, ...employeeIds])).toEqual([1, 1])
    const isKeptAfter = (change: (trx: Trx) => Promise<unknown>) =>
      isKeptAfterChange(change, companyId, ana, [shop.payrollId, payrollId])
    expect(await isKeptAfter(async () => undefined)).toBe(true)
    // A payday that nobody approved, or somebody rejected, keeps no choice, even where a run was signed.
    expect(
      await isKeptAfter((trx) =>
        trx.deleteFrom('approvals').where('company_id', '=', companyId).execute(),
      ),
    ).toBe(false)
    expect(
      await isKeptAfter((trx) =>
        trx.updateTable('change_orders').set({ state: 'rejected' }).execute(),
      ),
    ).toBe(false)
  },
)

longTest(
  'paid elsewhere after it was prepared → the sheet changed, and nobody is paid',
  async () => {
    const { ours, id, payrollId, employeeIds } = await approvedPayday()
    const { companyId, user } = ours
    const shop = await s.funded(ours, [20_000n], 3_000_000n)
    await engine.addMembers({ companyId, payrollId: shop.payrollId }, employeeIds.slice(0, 1))
    const month = (await readPayday(ours, id)).periodKey.slice(0, 7)
    const owner = { companyId, userId: user._id, payrollId: shop.payrollId }
    await setPaydays(engine.owner, owner, [{ key: month, inHours: -1 }])
    await run(ours, shop.payrollId)
    expect((await becomes(ours, id, 'held')).reason).toBe('SHEET_CHANGED')
    expect(await timesPaid(engine.db, payrollId, employeeIds)).toEqual([0, 0])
  },
)
