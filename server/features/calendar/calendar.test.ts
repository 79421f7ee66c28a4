import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarAnswer, feedAnswer, nextPayday, occurrenceAnswer } from '#contract/calendar.ts'
import { company as companyAnswer } from '#contract/company.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { rewritePaydays } from '#server/testing/period-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const fortnight = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00' }
const inTwoYears = () => new Date(t.now().getTime() + 730 * 86_400_000).toISOString()

async function aScheduled(company: TestCompany, schedule: object = fortnight) {
  const { _id: id } = await aPayroll(company)
  const path = `/companies/payrolls/${id}/schedule`
  const saved = expectAccepted(scheduleAnswer, await company.call('PUT', path, schedule))
  return { id, path, saved }
}

const paydays = async (company: TestCompany) =>
  expectAccepted(calendarAnswer, await company.call('GET', `/calendar?to=${inTwoYears()}`))
    .occurrences

test('a schedule that is saved → its next five days, and the paydays of two years', async () => {
  const company = await aCompany(t)
  const { path, saved } = await aScheduled(company)
  expect(saved.next).toHaveLength(5)
  expect(saved).toMatchObject({ ...fortnight, timeZone: 'America/El_Salvador' })
  expect(saved.schedule).toMatchObject({ mode: 'REMIND', remindsOnly: false, saturdays: 'CLOSED' })
  const all = await paydays(company)
  expect(all.length).toBeGreaterThanOrEqual(46)
  expect(all[0]).toMatchObject({ periodKey: saved.next[0]?.periodKey, state: 'planned' })
  const same = expectAccepted(scheduleAnswer, await company.call('PUT', path, fortnight))
  expect(same).toEqual(saved)
  expect((await paydays(company)).map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id))
})

test('days that change → the periods keep their paydays, and nothing stands twice', async () => {
  const company = await aCompany(t)
  const { path } = await aScheduled(company)
  const before = await paydays(company)
  await company.call('PUT', path, { ...fortnight, days: [14, 28] })
  const after = await paydays(company)
  const ids = new Map(before.map(({ periodKey, _id }) => [periodKey, _id]))
  expect(new Set(after.map(({ periodKey }) => periodKey)).size).toBe(after.length)
  expect(after.at(-2)?._id).toBe(ids.get(after.at(-2)?.periodKey ?? ''))
  const monthly = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await company.call('PUT', path, monthly)
  expect((await paydays(company)).every(({ periodKey }) => !periodKey.includes('Q'))).toBe(true)
})

test('a schedule that is removed → no paydays to come; a deleted payroll has none', async () => {
  const company = await aCompany(t)
  const { path } = await aScheduled(company)
  expectAccepted(scheduleAnswer, await company.call('DELETE', path))
  expect(await paydays(company)).toEqual([])
  const { id } = await aScheduled(company)
  expect((await paydays(company)).length).toBeGreaterThan(0)
  await company.call('DELETE', `/companies/payrolls/${id}`)
  expect(await paydays(company)).toEqual([])
  expect(expectAccepted(nextPayday, await company.call('GET', '/calendar/next'))).toEqual({
    hasDates: false,
    next: null,
  })
})

test.each([
  ['days', { ...fortnight, days: [15] }],
  ['days', { ...fortnight, days: [15, 31] }],
  ['days', { ...fortnight, days: [30, 'LAST'] }],
  ['days', { every: 'MONTH', days: [1, 2], hour: '09:00' }],
  ['weekday', { every: 'WEEK', hour: '09:00' }],
  ['hour', { ...fortnight, hour: '24:00' }],
  ['hour', { ...fortnight, hour: '02:30', timeZone: 'America/New_York' }],
  ['timeZone', { ...fortnight, timeZone: 'America/Atlantida' }],
  ['startsOn', { ...fortnight, startsOn: '2027-02-29' }],
  ['endsOn', { ...fortnight, startsOn: '2027-02-20', endsOn: '2027-02-01' }],
  ['endsOn', { ...fortnight, startsOn: '2027-02-17', endsOn: '2027-02-20' }],
  ['endsOn', { ...fortnight, startsOn: '2020-01-01', endsOn: '2020-12-31' }],
])('dates with a wrong %s are refused by that field: %j', async (field, schedule) => {
  const company = await aCompany(t)
  const { path, saved } = await aScheduled(company)
  const before = await paydays(company)
  const faults = faultsOf(await company.call('PUT', path, schedule))
  expect(Object.keys(faults).map((name) => name.split('.')[0])).toEqual([field])
  expect(expectAccepted(scheduleAnswer, await company.call('GET', path))).toEqual(saved)
  expect(await paydays(company)).toEqual(before)
})

test('it pays by itself where somebody approves each payday; else the mode is refused', async () => {
  const company = await aCompany(t)
  const { path } = await aScheduled(company)
  const mode = async (who: Pick<TestCompany, 'call'>) =>
    who.call('PUT', path, { ...fortnight, mode: 'PAY' })
  expect(expectAccepted(scheduleAnswer, await mode(company)).schedule?.mode).toBe('PAY')
  const saved = expectAccepted(scheduleAnswer, await company.call('PUT', path, fortnight))
  const preparer = await aMember(t, company, 'PAYROLL')
  expect(Object.keys(faultsOf(await mode(company)))).toEqual(['mode'])
  expect(expectAccepted(scheduleAnswer, await company.call('GET', path))).toEqual(saved)
  // An administrator approves the paydays that a preparer prepares.
  expect(expectAccepted(scheduleAnswer, await mode(preparer)).schedule?.mode).toBe('PAY')
  await aMember(t, company, 'APPROVER')
  expect(expectAccepted(scheduleAnswer, await mode(company)).mode).toBe('PAY')
})

test('a payday that is skipped or moved stays so, whatever its schedule does', async () => {
  const company = await aCompany(t)
  const { path } = await aScheduled(company)
  const [first, second, third] = await paydays(company)
  if (!first || !second || !third) throw new Error('no paydays')
  const skip = await company.call('POST', `/calendar/${second._id}/skip`, { reason: 'Vacaciones' })
  expect(expectAccepted(occurrenceAnswer, skip).occurrence).toMatchObject({
    state: 'skipped',
    skipReason: 'Vacaciones',
  })
  const later = new Date(Date.parse(third.dueAt) + 3_600_000).toISOString()
  const move = await company.call('POST', `/calendar/${third._id}/move`, { dueAt: later })
  expect(expectAccepted(occurrenceAnswer, move).occurrence).toMatchObject({
    dueAt: later,
    moved: { reason: 'BY_HAND' },
  })
  await company.call('PUT', path, { ...fortnight, days: [10, 25] })
  const now = new Map((await paydays(company)).map((one) => [one._id, one]))
  expect(now.get(second._id)?.state).toBe('skipped')
  expect(now.get(third._id)?.dueAt).toBe(later)
  const again = await company.call('POST', `/calendar/${second._id}/skip`, { reason: 'x' })
  expectRefusal(again, 409, 'OCCURRENCE_IS_OVER')
})

test('a payday moves neither into the past nor past another one', async () => {
  const company = await aCompany(t)
  await aScheduled(company)
  const [, second, third] = await paydays(company)
  if (!second || !third) throw new Error('no paydays')
  const move = (dueAt: string) => company.call('POST', `/calendar/${second._id}/move`, { dueAt })
  const past = new Date(t.now().getTime() - 60_000).toISOString()
  for (const dueAt of [past, third.dueAt, 'mañana', '']) {
    expect(Object.keys(faultsOf(await move(dueAt)))).toEqual(['dueAt'])
  }
  expect((await paydays(company))[1]).toEqual(second)
})

test('a day on which the company pays nobody moves the payday of that day', async () => {
  const company = await aCompany(t)
  await aScheduled(company)
  // The last one, since a day that has begun no longer moves.
  const before = (await paydays(company)).findLast(({ moved }) => moved === null)
  if (!before) throw new Error('every payday is moved')
  const day = before.dueAt.slice(0, 10)
  const closedDays = [{ day, name: 'Aniversario' }]
  const saved = expectAccepted(
    companyAnswer,
    await company.call('PUT', '/companies', { closedDays }),
  )
  expect(saved.closedDays).toEqual(closedDays)
  const after = (await paydays(company)).find(({ _id }) => _id === before._id)
  expect(after?.moved).toEqual({ from: day, reason: 'COMPANY_DAY', name: 'Aniversario' })
  const wrong = { closedDays: [{ day: '2027-02-30', name: 'x' }] }
  faultsOf(await company.call('PUT', '/companies', wrong))
  const twice = { closedDays: [...closedDays, ...closedDays] }
  faultsOf(await company.call('PUT', '/companies', twice))
  expect((await company.call('GET', '/companies/company')).body.data.closedDays).toEqual(closedDays)
})

test('a payday whose time has come is held for its reason, then missed', async () => {
  const company = await aCompany(t)
  const { id } = await aScheduled(company)
  await company.call(
    'PATCH',
    `/companies/payrolls/${id}/employees/${(await anEmployee(company))._id}`,
  )
  const [first] = await paydays(company)
  if (!first) throw new Error('no payday')
  const dueSince = (ms: number) => {
    const at = new Date(t.now().getTime() - ms)
    return rewritePaydays(t.owner, sql`o.id = ${first._id}`, sql`due_at = ${at}`)
  }
  await dueSince(3_600_000)
  const next = expectAccepted(nextPayday, await company.call('GET', '/calendar/next')).next
  expect(next?.occurrence).toMatchObject({ _id: first._id, state: 'held', people: 1 })
  expect(next?.occurrence.reason).toMatch(/PRICE|NODE/)
  await dueSince(7 * 3_600_000)
  expect((await paydays(company)).some(({ state }) => state === 'missed')).toBe(true)
})

test('after a restored backup dates only remind, until an administrator saves them', async () => {
  const company = await aCompany(t)
  const { path } = await aScheduled(company, { ...fortnight, mode: 'PREPARE' })
  const hold = { hold_until_height: 0, first_receive_index: 0, last_receive_index: 0 }
  await t.owner
    .insertInto('restorations')
    .values({ ...hold, first_change_index: 0, last_change_index: 0 })
    .execute()
  const read = async () =>
    expectAccepted(scheduleAnswer, await company.call('GET', path)).schedule?.remindsOnly
  expect(await read()).toBe(true)
  expect((await paydays(company))[0]?.mode).toBe('REMIND')
  t.wait(60_000)
  await company.call('PUT', path, { ...fortnight, mode: 'PREPARE' })
  expect(await read()).toBe(false)
  expect((await paydays(company))[0]?.mode).toBe('PREPARE')
})

test('a secret link gives the calendar without amounts, until it is ended', async () => {
  const company = await aCompany(t)
  await aScheduled(company)
  const { url } = expectAccepted(feedAnswer, await company.call('POST', '/calendar/feed'))
  const open = (path: string) => t.app.inject({ url: path })
  const { pathname } = new URL(url)
  const feed = await open(pathname)
  expect(feed.statusCode).toBe(200)
  expect(feed.headers['content-type']).toMatch('text/calendar')
  expect(feed.body).toMatch('Planilla de oficina')
  expect(feed.body).not.toMatch(/\$|USD|BTC/)
  expect((await open(pathname.replace('.ics', 'x.ics'))).statusCode).toBe(404)
  await company.call('DELETE', '/calendar/feed')
  expect((await open(pathname)).statusCode).toBe(404)
})
