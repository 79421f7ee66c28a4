import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approvalAnswer } from '#contract/approvals.ts'
import { calendarAnswer, occurrenceAnswer } from '#contract/calendar.ts'
import { paydaySheet } from '#contract/payments.ts'
import { readPreparedSheet } from '#server/features/payments/index.ts'
import { messagesTo, testMacKey } from '#server/testing/codes.ts'
import {
  aCompany,
  anEmployee,
  aPrice,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { rewritePaydays } from '#server/testing/period-steps.ts'
import {
  aPaydayToCome,
  approvePayday,
  listApprovals,
  readPayday,
} from '#server/testing/prepared-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { readOwnPrepared } from './own-payday.ts'
import { preparePaydays } from './prepare.ts'

const t = await appForFile()
const hourMs = 3_600_000

const duty = (at = t.now()) =>
  preparePaydays(t.worker, {
    ...t,
    clock: { now: () => at },
    smsConfigured: false,
    isSandbox: true,
  })

const prepared = async (who: Pick<TestCompany, 'call'>, id: string, body?: object) =>
  who.call('POST', `/calendar/${id}/prepare`, body)

/** The company's first payday after a time. */
async function dueAfter({ call }: TestCompany, at: Date): Promise<string | undefined> {
  const { occurrences } = expectAccepted(calendarAnswer, await call('GET', '/calendar'))
  return occurrences.map(({ dueAt }) => dueAt).find((dueAt) => new Date(dueAt) > at)
}

const sheetOf = (ours: TestCompany, id: string, at = t.now()) =>
  readPreparedSheet(t.db, testMacKey, { companyId: ours.companyId, occurrenceId: id }, at)

/** A company with an administrator, an approver, and a payday tomorrow that pays itself. */
async function team(mode = 'PAY', inHours = 24) {
  await aPrice(t)
  const ours = await aCompany(t)
  const approver = await aMember(t, ours, 'APPROVER')
  return { ours, approver, ...(await aPaydayToCome(t, ours, { mode, inHours })) }
}

longTest('two workers at once → one sheet, one question, and one mail of it', async () => {
  const { ours, approver, id, dueAt } = await team()
  await Promise.all([duty(), duty(), duty()])
  await duty()
  const shown = await readPayday(ours, id)
  expect(shown).toMatchObject({
    state: 'prepared',
    mode: 'PAY',
    people: 2,
    totalUsd: 1_100,
    approvals: { given: 0, required: 1 },
  })
  expect(shown.ceilingUsd).toBeGreaterThan(1_157)
  const waiting = await listApprovals(approver)
  expect(waiting).toMatchObject([
    {
      kind: 'OCCURRENCE',
      required: 1,
      canApprove: true,
      payroll: shown.payroll,
      changes: { since: null },
      occurrence: {
        _id: id,
        bitcoinUsd: 1_100,
        ceilingUsd: shown.ceilingUsd,
        until: new Date(dueAt.getTime() + 6 * hourMs).toISOString(),
      },
    },
  ])
  const mails = (await messagesTo(t.db, approver.form.email)).filter(
    ({ template }) => template === 'approvalAsked',
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('$1,100.00')
  expect(
    expectAccepted(approvalAnswer, await approvePayday(t, approver)).approval.given,
  ).toHaveLength(1)
  expect(await readPayday(ours, id)).toMatchObject({ state: 'approved', approvals: { given: 1 } })
  expect(await listApprovals(approver)).toEqual([])
  await duty()
  expect(await sheetOf(ours, id)).toMatchObject({ approval: 'APPROVED', given: 1 })
  expect(await sheetOf(ours, id, new Date(dueAt.getTime() + 6 * hourMs))).toMatchObject({
    approval: 'ENDED',
  })
})

test('more than 48 hours before, or only reminded of → nothing is prepared', async () => {
  const { ours, id } = await team('PAY', 49)
  const reminded = await aPaydayToCome(t, ours, { mode: 'REMIND' })
  await duty()
  expect((await readPayday(ours, id)).state).toBe('planned')
  expect((await readPayday(ours, reminded.id)).state).toBe('planned')
  const later = new Date(t.now().getTime() + 2 * hourMs)
  await aPrice(t, 9_100_000n, later)
  await duty(later)
  expect((await readPayday(ours, id)).state).toBe('prepared')
  // A person may prepare it at any time.
  const { occurrence } = expectAccepted(occurrenceAnswer, await prepared(ours, reminded.id))
  expect(occurrence).toMatchObject({ state: 'prepared', approvals: null })
})

test('the sheet has people, addresses and dollars as they are at that moment', async () => {
  const { ours, id, people } = await team('PREPARE')
  const [ana = '', eva = ''] = people
  await duty()
  const before = await sheetOf(ours, id)
  await editEmployee(ours, ana, { baseSalary: 700 })
  expect(await sheetOf(ours, id)).toEqual(before)
  const lines = before?.lines.map(({ employeeId, bitcoinUsdCents }) => [
    employeeId,
    bitcoinUsdCents,
  ])
  expect(new Map(lines as [string, bigint][])).toEqual(
    new Map([
      [ana, 50_000n],
      [eva, 60_000n],
    ]),
  )
  expect(before?.lines.every(({ script, mac }) => script.length > 0 && mac.length === 32)).toBe(
    true,
  )
})

test('somebody of an approved sheet → own changes count from the payday after it', async () => {
  const { ours, id, people, dueAt } = await team()
  const { companyId } = ours
  const countsFrom = (employeeIds: string[], at = t.now()) =>
    readOwnPrepared(t.db, t.macKey, { companyId, employeeIds }, at)
  expect(await countsFrom(people)).toBeNull()
  await duty()
  expect(await countsFrom(people)).toEqual({
    after: dueAt.toISOString(),
    next: await dueAfter(ours, dueAt),
  })
  const another = await anEmployee(ours)
  expect(await countsFrom([another._id])).toBeNull()
  expect(await countsFrom(people, new Date(dueAt.getTime() + 6 * hourMs))).toBeNull()
  await ours.call('POST', `/calendar/${id}/skip`, { reason: 'No' })
  expect(await countsFrom(people)).toBeNull()
})

test('prepared once more → the sheet before and its approval are over', async () => {
  const { ours, approver, id, people } = await team()
  await duty()
  await approvePayday(t, approver)
  expect((await readPayday(ours, id)).state).toBe('approved')
  await editEmployee(ours, people[0] ?? '', { baseSalary: 510 })
  const { occurrence } = expectAccepted(occurrenceAnswer, await prepared(ours, id))
  expect(occurrence).toMatchObject({ state: 'prepared', approvals: { given: 0, required: 1 } })
  expect(await listApprovals(approver)).toHaveLength(1)
  expect((await sheetOf(ours, id))?.approval).toBe('OPEN')
})

test.each([
  [
    'skipped',
    (ours: TestCompany, { id }: Payday) =>
      ours.call('POST', `/calendar/${id}/skip`, { reason: 'Vacaciones' }),
  ],
  [
    'moved',
    (ours: TestCompany, { id, dueAt }: Payday) =>
      ours.call('POST', `/calendar/${id}/move`, { dueAt: new Date(dueAt.getTime() + 72 * hourMs) }),
  ],
  [
    'of other dates',
    (ours: TestCompany, { payrollId }: Payday) =>
      ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, {
        every: 'MONTH',
        days: ['LAST'],
        hour: '08:00',
      }),
  ],
  [
    'without dates',
    (ours: TestCompany, { payrollId }: Payday) =>
      ours.call('DELETE', `/companies/payrolls/${payrollId}/schedule`),
  ],
])('an approved payday that is %s → nothing is approved any more', async (_how, act) => {
  const { ours, approver, ...payday } = await team()
  await duty()
  await approvePayday(t, approver)
  expect((await act(ours, payday)).status).toBe(200)
  expect(await sheetOf(ours, payday.id)).toBeNull()
  expect(await listApprovals(approver)).toEqual([])
  const { rows } = await sql<{ state: string }>`SELECT state FROM change_orders
    WHERE company_id = ${ours.companyId} AND kind = 'OCCURRENCE'`.execute(t.db)
  expect(rows).toEqual([{ state: 'undone' }])
  await expect(
    sql`UPDATE change_orders SET state = 'waiting'
      WHERE company_id = ${ours.companyId} AND kind = 'OCCURRENCE'`.execute(t.db),
  ).rejects.toThrow('does not come back')
})

type Payday = { id: string; payrollId: string; dueAt: Date }

const dueSince = (id: string, hours: number) => {
  const at = new Date(t.now().getTime() - hours * hourMs)
  return rewritePaydays(t.owner, sql`o.id = ${id}`, sql`due_at = ${at}`)
}

test('its hour comes without the approval → held for it, and missed for it', async () => {
  const { ours, id } = await team('PREPARE')
  await setTiers(ours, [{ fromUsd: 100, approvals: 1 }])
  await duty()
  const becomes = (hoursAgo: number) => dueSince(id, hoursAgo)
  await becomes(1)
  expect(await readPayday(ours, id)).toMatchObject({ state: 'held', reason: 'NOT_APPROVED' })
  await becomes(7)
  await sql`UPDATE change_orders SET state = 'undone' WHERE id = (
    SELECT change_order_id FROM payday_sheets WHERE occurrence_id = ${id})`.execute(t.owner)
  expect(await readPayday(ours, id)).toMatchObject({ state: 'missed', reason: 'NOT_APPROVED' })
})

test('one that pays itself was never prepared → held for its approval, missed for it', async () => {
  const { ours, id } = await team()
  for (const [hoursAgo, state] of [
    [1, 'held'],
    [7, 'missed'],
  ] as const) {
    await dueSince(id, hoursAgo)
    expect(await readPayday(ours, id)).toMatchObject({ state, reason: 'NOT_APPROVED' })
  }
})

longTest(
  'rejected, also once it is approved → a person prepares it again, no worker does',
  async () => {
    const { ours, approver, id } = await team()
    await duty()
    await approvePayday(t, approver)
    const { approvals } = await readPayday(ours, id)
    const path = `/approvals/${approvals?._id}/reject`
    const rejected = await approver.call('POST', path, { reason: 'Falta Ana' })
    expectAccepted(approvalAnswer, rejected)
    expectRefusal(await approver.call('POST', path, {}), 409, 'NOT_PENDING_APPROVAL')
    expect((await readPayday(ours, id)).state).toBe('planned')
    await duty()
    expect((await readPayday(ours, id)).state).toBe('planned')
    expectAccepted(occurrenceAnswer, await prepared(ours, id))
    expect((await readPayday(ours, id)).state).toBe('prepared')
  },
)

test('the person who pressed leaves → the calendar asks, and nothing is approved', async () => {
  await aPrice(t)
  const ours = await aCompany(t)
  const second = await aMember(t, ours, 'ADMIN')
  await aMember(t, ours, 'APPROVER')
  const payday = await aPaydayToCome(t, ours, { mode: 'PAY' })
  expectAccepted(occurrenceAnswer, await prepared(ours, payday.id))
  expect((await sheetOf(ours, payday.id))?.preparedBy).toBe(ours.user._id)
  const removed = await second.call('DELETE', `/companies/users/${ours.user._id}`)
  expect(removed.status).toBe(200)
  expect((await sheetOf(ours, payday.id))?.approval).toBe('ENDED')
  await duty()
  expect(await sheetOf(ours, payday.id)).toMatchObject({ approval: 'OPEN', preparedBy: null })
})

longTest('the person who approved leaves → the others are asked', async () => {
  const { ours, approver, id } = await team()
  const second = await aMember(t, ours, 'APPROVER')
  await duty()
  await approvePayday(t, approver)
  await duty()
  expect((await readPayday(ours, id)).state).toBe('approved')
  await ours.call('DELETE', `/companies/users/${approver.id}`)
  await duty()
  expect(await readPayday(ours, id)).toMatchObject({ state: 'prepared', approvals: { given: 0 } })
  expectAccepted(approvalAnswer, await approvePayday(t, second))
  expect((await readPayday(ours, id)).state).toBe('approved')
})

test('a company that is frozen → nothing is approved any more', async () => {
  const { ours, approver, id } = await team()
  await duty()
  await approvePayday(t, approver)
  await freezeByMail(t, ours.companyId)
  expect((await sheetOf(ours, id))?.approval).toBe('ENDED')
  await duty()
  expect((await sheetOf(ours, id))?.approval).toBe('ENDED')
})

test('a company of one person → his or her own code approves each payday', async () => {
  await aPrice(t)
  const ours = await aCompany(t)
  const { id } = await aPaydayToCome(t, ours, { mode: 'PAY' })
  await duty()
  const mails = await messagesTo(t.db, ours.form.email)
  expect(mails.filter(({ template }) => template === 'approvalAsked')).toHaveLength(1)
  expectAccepted(approvalAnswer, await approvePayday(t, ours))
  expect((await readPayday(ours, id)).state).toBe('approved')
})

test('refused as a press is: over, special, without people or price, held, of others', async () => {
  const { ours, id, people } = await team('PREPARE')
  const other = await aCompany(t)
  expectRefusal(await prepared(other, id), 404, 'NOT_FOUND')
  expectRefusal(
    await prepared(ours, id, { held: { [people[0] ?? '']: 'maybe' } }),
    400,
    'VALIDATION',
  )
  const another = await anEmployee(ours)
  expectRefusal(await prepared(ours, id, { held: { [another._id]: 'leave' } }), 400, 'VALIDATION')
  const empty = await aPaydayToCome(t, ours, { mode: 'PREPARE', salaries: [] })
  expectRefusal(await prepared(ours, empty.id), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
  await rewritePaydays(t.owner, sql`o.id = ${empty.id}`, sql`kind = 'BONUS'`)
  expectRefusal(await prepared(ours, empty.id), 409, 'OCCURRENCE_IS_SPECIAL')
  await ours.call('POST', `/calendar/${empty.id}/skip`, { reason: 'No' })
  expectRefusal(await prepared(ours, empty.id), 409, 'OCCURRENCE_IS_OVER')
  await dueSince(id, 6)
  expectRefusal(await prepared(ours, id), 409, 'OCCURRENCE_IS_OVER')
  expect(await sheetOf(ours, id)).toBeNull()
})

test('prepared → an approver reads who is paid, how much, and to which address', async () => {
  const { ours, approver, id, people } = await team()
  const read = async () =>
    expectAccepted(paydaySheet, await approver.call('GET', `/calendar/${id}/sheet`))
  expect(await read()).toMatchObject({ lines: [], totals: { people: 0, bitcoinUsd: 0 } })
  await duty()
  const { lines, totals } = await read()
  expect(totals).toEqual({
    people: 2,
    bitcoinPeople: 2,
    bitcoinUsd: 1100,
    dollarsPeople: 0,
    dollarsUsd: 0,
  })
  const sheet = await sheetOf(ours, id)
  expect(lines.map(({ employee }) => employee._id).toSorted()).toEqual(people.toSorted())
  expect(lines.map(({ bitcoinUsd }) => bitcoinUsd).toSorted()).toEqual([500, 600])
  expect(lines.map(({ cryptoAddress }) => cryptoAddress).toSorted()).toEqual(
    sheet?.lines.map(({ address }) => address).toSorted(),
  )
  expect(lines.every(({ employee, dollarsUsd }) => employee.firstName && dollarsUsd === 0)).toBe(
    true,
  )
  expectRefusal(await ours.call('GET', `/calendar/${crypto.randomUUID()}/sheet`), 404, 'NOT_FOUND')
  expectRefusal(await ours.call('GET', '/calendar/nothing/sheet'), 404, 'NOT_FOUND')
})

test('rewritten past the program → it is not approved', async () => {
  const { ours, approver, id } = await team()
  await duty()
  await approvePayday(t, approver)
  const { rows } = await sql<{ payload: string }>`SELECT payload FROM change_orders
    WHERE company_id = ${ours.companyId} AND kind = 'OCCURRENCE'`.execute(t.owner)
  const payload = rows[0]?.payload ?? ''
  const set = (changes: object) =>
    t.owner
      .updateTable('change_orders')
      .set(changes)
      .where('company_id', '=', ours.companyId)
      .where('kind', '=', 'OCCURRENCE')
      .execute()
  for (const [thief, honest] of [
    [{ payload: payload.replace('"mode":"PAY"', '"mode":"PREPARE"') }, { payload }],
    [{ required: 0 }, { required: 1 }],
    [{ expires_at: new Date('2099-01-01') }, null],
  ] as const) {
    await set(thief)
    expect((await sheetOf(ours, id))?.approval).toBe('ENDED')
    if (!honest) continue
    await set(honest)
    expect((await sheetOf(ours, id))?.approval).toBe('APPROVED')
  }
})
