import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalAnswer } from '#contract/approvals.ts'
import { calendarAnswer, occurrenceAnswer } from '#contract/calendar.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { noteShareChanges } from '#server/features/address-holds/index.ts'
import { readChangers } from '#server/features/payments/changes/index.ts'
import { run } from '#server/testing/approval-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  anEmployee,
  editEmployee,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { approvePayday, listApprovals, readPayday } from '#server/testing/prepared-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { payPaydays } from './pay.ts'
import { preparePaydays } from './prepare.ts'

const s = await paymentsForFile()
const { engine } = s

const deps = {
  macKey: engine.macKey,
  log: engine.log,
  smsConfigured: true,
  isSandbox: true,
  clock: { now: () => new Date() },
  config: { ...engine.config, network: engine.network, feeCeilings: engine.feeCeilings },
}

/** Ana and Eva administer a funded payroll, whose dates Eva saved. */
async function twoAdmins(mode = 'PAY') {
  const ana = await s.company()
  const eva = await aMember(ana.t, ana, 'ADMIN')
  const { payrollId, employeeIds } = await s.funded(ana, [20_000n, 30_000n], 5_000_000n)
  const nearPayday = async () => {
    const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode }
    const saved = await eva.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
    expectAccepted(scheduleAnswer, saved)
    const { occurrences } = expectAccepted(calendarAnswer, await eva.call('GET', '/calendar'))
    const path = `/calendar/${occurrences[0]?._id}/move`
    const dueAt = new Date(Date.now() + 4_000).toISOString()
    return expectAccepted(occurrenceAnswer, await eva.call('POST', path, { dueAt })).occurrence._id
  }
  return { ana, eva, payrollId, employeeIds, nearPayday }
}

type Team = Awaited<ReturnType<typeof twoAdmins>>

/** Somebody whom Ana makes up, and puts into the payroll. */
async function addGhost({ ana, payrollId }: Pick<Team, 'ana' | 'payrollId'>) {
  const { _id } = await anEmployee(ana, { baseSalary: 900 })
  await ana.call('PATCH', `/companies/payrolls/${payrollId}/employees/${_id}`)
  return _id
}

const prepare = () => preparePaydays(engine.worker, deps)

const isPaid = (team: Pick<Team, 'ana'>, id: string) =>
  engine.until('the payday is paid', async () => {
    await s.price(9_100_000n)
    await payPaydays(engine.worker, deps)
    const payday = await readPayday(team.ana, id)
    return payday.state === 'paid' && payday
  })

test('a ghost of one administrator → another’s approval releases it, and not hers', async () => {
  const team = await twoAdmins()
  const { ana, eva } = team
  const id = await team.nearPayday()
  await addGhost(team)
  await prepare()
  expectAccepted(approvalAnswer, await approvePayday(ana.t, ana))
  expect(await readPayday(ana, id)).toMatchObject({ state: 'prepared', people: 3 })
  expectAccepted(approvalAnswer, await approvePayday(ana.t, eva))
  expect((await readPayday(ana, id)).state).toBe('approved')
  await isPaid(team, id)
})

test('a company of two → the other’s press releases it, with an approval given before', async () => {
  const team = await twoAdmins()
  const { ana, eva, payrollId } = team
  const id = await team.nearPayday()
  await addGhost(team)
  await prepare()
  const [waiting] = await listApprovals(ana)
  expect(waiting).toMatchObject({
    askedBy: null,
    askedByMe: false,
    required: 1,
    stillNeeded: 1,
    changers: expect.arrayContaining([
      {
        user: expect.objectContaining({ _id: ana.user._id }),
        counts: false,
        changed: [
          { what: 'PERSON', people: 1 },
          { what: 'MEMBERS', people: 1 },
        ],
      },
      {
        user: expect.objectContaining({ _id: eva.id }),
        counts: false,
        changed: [{ what: 'SCHEDULE', people: 0 }],
      },
    ]),
  })
  expectAccepted(approvalAnswer, await approvePayday(ana.t, ana))
  expect(await listApprovals(eva)).toMatchObject([{ stillNeeded: 1, given: [{ kind: 'CODE' }] }])
  expect(await readPayday(ana, id)).toMatchObject({ approvals: { given: 0, required: 1 } })
  const answer = await eva.call('POST', `/companies/payrolls/${payrollId}/run-payment`, {})
  const { payment } = expectAccepted(paymentAnswer, answer)
  expect(await listApprovals(eva)).toEqual([])
  await s.paymentIs(ana, payment._id, 'unconfirmed')
})

test('the own press of who changed it → others are asked', async () => {
  const team = await twoAdmins()
  const { ana, payrollId } = team
  await team.nearPayday()
  await addGhost(team)
  await prepare()
  expectAccepted(approvalAnswer, await approvePayday(ana.t, ana))
  await ana.call('PUT', '/companies/approval-rules', { tiers: [{ fromUsd: 1, approvals: 1 }] })
  const payment = await run(ana, payrollId)
  expect(payment.state).toBe('pendingApproval')
  const [order] = (await listApprovals(ana)).filter(({ kind }) => kind === 'PAYMENT')
  const changers = order?.changers.map(({ user, counts }) => [user._id, counts])
  expect(new Map(changers as [string, boolean][])).toEqual(
    new Map([
      [ana.user._id, false],
      [team.eva.id, true],
    ]),
  )
})

test('an administrator alone → the own code releases what the calendar prepared', async () => {
  const ana = await s.company()
  const { payrollId } = await s.funded(ana, [20_000n, 30_000n], 5_000_000n)
  const team = { ana, payrollId }
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PAY' }
  await ana.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
  const { occurrences } = expectAccepted(calendarAnswer, await ana.call('GET', '/calendar'))
  const dueAt = new Date(Date.now() + 4_000).toISOString()
  const id = occurrences[0]?._id ?? ''
  await ana.call('POST', `/calendar/${id}/move`, { dueAt })
  await addGhost(team)
  await prepare()
  expect((await readPayday(ana, id)).state).toBe('prepared')
  const mails = await messagesTo(engine.db, ana.form.email)
  expect(mails.filter(({ template }) => template === 'approvalAsked')).toHaveLength(1)
  expectAccepted(approvalAnswer, await approvePayday(ana.t, ana))
  expect((await readPayday(ana, id)).state).toBe('approved')
  await isPaid(team, id)
})

const confirmed = async ({ ana }: Team, { _id }: { _id: string }) => {
  await s.paymentIs(ana, _id, 'unconfirmed')
  await engine.play.mine(1)
  await s.paymentIs(ana, _id, 'confirmed')
  await s.price(9_100_000n)
}

test('a bonus or a payment of chosen people washes no changer away', async () => {
  const team = await twoAdmins()
  const { ana, eva, payrollId, employeeIds } = team
  const [first = ''] = employeeIds
  const whoChanged = async () => {
    const owner = { companyId: ana.companyId, payrollId, macKey: engine.macKey }
    const made = await readChangers(engine.db, owner, employeeIds)
    return new Map(made.map(({ userId, changed }) => [userId, changed.map(({ what }) => what)]))
  }
  expect(await whoChanged()).toEqual(new Map())
  const salaries = await run(ana, payrollId)
  await confirmed(team, salaries)
  await editEmployee(ana, first, { baseSalary: 210 })
  await engine.db
    .transaction()
    .execute((trx) =>
      noteShareChanges(
        trx,
        engine.macKey,
        { companyId: ana.companyId, userId: null, ip: null, via: 'EMPLOYEE', now: new Date() },
        sql`SELECT ${first}::uuid, 9`,
      ),
    )
  const salary = new Map([[ana.user._id, ['SALARY']]])
  expect(await whoChanged()).toEqual(salary)
  const alone = await run(ana, payrollId, { only: [first], after: salaries._id })
  await confirmed(team, alone)
  expect(await whoChanged()).toEqual(salary)
  const body = { kind: 'BONUS', year: new Date().getFullYear(), percent: 1 }
  const path = `/companies/payrolls/${payrollId}/special-runs`
  const { specialRun } = expectAccepted(specialRunAnswer, await eva.call('POST', path, body))
  const bonus = await eva.call('POST', `/special-runs/${specialRun._id}/run`, {})
  await confirmed(team, expectAccepted(paymentAnswer, bonus).payment)
  expect(await whoChanged()).toEqual(salary)
  await confirmed(team, await run(ana, payrollId, { after: alone._id }))
  expect(await whoChanged()).toEqual(new Map())
})

test('dates are saved → the answer says who else is needed; 409 where nobody is', async () => {
  const { ana, eva, payrollId } = await twoAdmins()
  const path = `/companies/payrolls/${payrollId}/schedule`
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PAY' }
  const changer = expect.objectContaining({ _id: ana.user._id })
  const names = [`${eva.user.firstName} ${eva.user.lastName}`]
  const saved = expectAccepted(scheduleAnswer, await ana.call('PUT', path, dates))
  expect(saved.missing).toEqual([{ changer, names }])
  const reminding = await ana.call('PUT', path, { ...dates, mode: 'REMIND' })
  expect(expectAccepted(scheduleAnswer, reminding).missing).toEqual([])
  const one = await s.company()
  const alone = await s.funded(one, [20_000n], 1_000_000n)
  const own = `/companies/payrolls/${alone.payrollId}/schedule`
  expect(expectAccepted(scheduleAnswer, await one.call('PUT', own, dates)).missing).toEqual([])
  const former = await aMember(one.t, one, 'PAYROLL')
  const approver = await aMember(one.t, one, 'APPROVER')
  await editEmployee({ ...one, ...former }, alone.employeeIds[0] ?? '', { baseSalary: 210 })
  await one.call('PUT', '/companies/approval-rules', { tiers: [{ fromUsd: 1, approvals: 1 }] })
  // Neither may approve or press any more, whatever refuses that.
  for (const { id: userId } of [former, approver]) {
    const { companyId } = one
    await engine.db
      .transaction()
      .execute((trx) =>
        updateUser(trx, engine.macKey, { companyId, userId }, { role: 'ACCOUNTANT' }),
      )
  }
  // The one who is left can approve the change of the former one.
  const { data } = expectRefusal(await one.call('PUT', own, dates), 409, 'QUORUM_IMPOSSIBLE')
  expect(data).toEqual({
    missing: [{ changer: expect.objectContaining({ _id: one.user._id }), names: [] }],
  })
})

test('a held account or address was not paid → who changed it is still a changer', async () => {
  const team = await twoAdmins()
  const { ana, payrollId, employeeIds } = team
  const [first = ''] = employeeIds
  const whoChanged = async () => {
    const owner = { companyId: ana.companyId, payrollId, macKey: engine.macKey }
    const made = await readChangers(engine.db, owner, [first])
    return made.flatMap(({ changed }) => changed.map(({ what }) => what))
  }
  const account = { bitcoinPercent: 50, bank: 'Banco Agrícola' }
  await editEmployee(ana, first, { ...account, bankAccount: '00110022334455' })
  const salaries = await run(ana, payrollId)
  await confirmed(team, salaries)
  expect(await whoChanged()).toEqual([])
  await editEmployee(ana, first, {
    ...account,
    bankAccount: '00998877665544',
    cryptoAddress: anAddress(),
  })
  expect(await whoChanged()).toEqual(['ADDRESS', 'ACCOUNT'])
  const held = { [first]: 'previous' }
  await confirmed(team, await run(ana, payrollId, { after: salaries._id, held }))
  expect(await whoChanged()).toEqual(['ADDRESS', 'ACCOUNT'])
})
