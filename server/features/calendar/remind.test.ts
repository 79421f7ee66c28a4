import { expect, test } from 'vitest'
import { messagesTo } from '#server/testing/codes.ts'
import { aCompany, anEmployee, aPayroll, aPrice } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { refill } from './keep-calendar.ts'
import { readCalendar } from './read-calendar.ts'
import { remindOfPaydays } from './remind.ts'

const hourMs = 3_600_000
const t = await appForFile()

longTest('a month by the clock, two workers → each reminder of a payday once', async () => {
  const start = t.now()
  const company = await aCompany(t)
  const { _id: payroll } = await aPayroll(company)
  const { _id: person } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payroll}/employees/${person}`)
  await aPrice(t)
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00' }
  await company.call('PUT', `/companies/payrolls/${payroll}/schedule`, dates)
  const before = [7 * 24, 48, 4]
  const paydays = await t.db
    .selectFrom('occurrences')
    .select('due_at')
    .where('payroll_id', '=', payroll)
    .execute()
  // Once a day, and at the very moment of each reminder.
  const days = Array.from({ length: 32 }, (_, day) => start.getTime() + day * 24 * hourMs)
  const moments = paydays
    .flatMap(({ due_at: dueAt }) => before.map((h) => dueAt.getTime() - h * hourMs))
    .filter((at) => at > start.getTime() && at < (days.at(-1) ?? 0))
  let now = start
  const deps = { ...t, clock: { now: () => now } }
  for (const at of [...days, ...moments].toSorted((one, other) => one - other)) {
    now = new Date(at)
    if (days.includes(at)) await refill(t.worker, t.macKey, now)
    await Promise.all([remindOfPaydays(t.worker, deps), remindOfPaydays(t.worker, deps)])
  }
  const due = await t.db
    .selectFrom('occurrences')
    .select(['id', 'due_at', 'created_at'])
    .where('payroll_id', '=', payroll)
    .where('due_at', '<', now)
    .execute()
  const ofPast = due.flatMap(({ due_at: dueAt }) =>
    before.filter((h) => dueAt.getTime() - h * hourMs > start.getTime()),
  )
  const upcoming = await t.db
    .selectFrom('occurrences')
    .select('due_at')
    .where('payroll_id', '=', payroll)
    .where('due_at', '>', now)
    .execute()
  const remindersOfUpcoming = upcoming.flatMap(({ due_at: dueAt }) =>
    before.filter((h) => dueAt.getTime() - h * hourMs <= now.getTime()),
  )
  const mails = await messagesTo(t.db, company.form.email)
  const count = (template: string) => mails.filter((one) => one.template === template).length
  expect(count('paydayReminder')).toBe(ofPast.length + remindersOfUpcoming.length)
  const missed = due.filter(({ due_at: dueAt }) => dueAt.getTime() + 6 * hourMs < now.getTime())
  expect(count('paydayMissed')).toBe(missed.length)
})

test('a worker that was away → the last reminder alone, and none once it is skipped', async () => {
  const company = await aCompany(t)
  const { _id: payroll } = await aPayroll(company)
  const { _id: person } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payroll}/employees/${person}`)
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await company.call('PUT', `/companies/payrolls/${payroll}/schedule`, dates)
  const [second, third] = await t.db
    .selectFrom('occurrences')
    .select(['id', 'due_at'])
    .where('payroll_id', '=', payroll)
    .orderBy('due_at')
    .offset(1)
    .limit(2)
    .execute()
  if (!second || !third) throw new Error('no paydays')
  let now = new Date(second.due_at.getTime() - hourMs)
  const deps = { ...t, clock: { now: () => now } }
  await remindOfPaydays(t.worker, deps)
  await remindOfPaydays(t.worker, deps)
  const reminders = async () =>
    (await messagesTo(t.db, company.form.email)).filter(
      ({ template }) => template === 'paydayReminder',
    ).length
  expect(await reminders()).toBe(1)
  await company.call('POST', `/calendar/${third.id}/skip`, { reason: 'Vacaciones' })
  now = new Date(third.due_at.getTime() - hourMs)
  await remindOfPaydays(t.worker, deps)
  expect(await reminders()).toBe(1)
})

test('the worker is away for 3 days over the hour → missed, told once, and no reminder', async () => {
  const company = await aCompany(t)
  const { _id: payroll } = await aPayroll(company)
  const { _id: person } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payroll}/employees/${person}`)
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await company.call('PUT', `/companies/payrolls/${payroll}/schedule`, dates)
  const { id, due_at: dueAt } = await t.db
    .selectFrom('occurrences')
    .select(['id', 'due_at'])
    .where('payroll_id', '=', payroll)
    .orderBy('due_at')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow()
  const said: string[][] = []
  for (const hours of [-60, 12, 13, 36]) {
    const now = new Date(dueAt.getTime() + hours * hourMs)
    const deps = { ...t, clock: { now: () => now } }
    await Promise.all([remindOfPaydays(t.worker, deps), remindOfPaydays(t.worker, deps)])
    said.push(
      (await messagesTo(t.db, company.form.email))
        .map(({ template }) => template)
        .filter((template) => template.startsWith('payday')),
    )
  }
  const [before = [], ...after] = said
  expect(before).toEqual(['paydayReminder'])
  expect(after).toEqual(Array(3).fill(['paydayReminder', 'paydayMissed']))
  const runs = await t.db.selectFrom('sheets').where('payroll_id', '=', payroll).execute()
  expect(runs).toEqual([])
  // The reason that people were told stays, even when a price is there afterwards.
  await aPrice(t)
  const clock = { now: () => new Date(dueAt.getTime() + 36 * hourMs) }
  const deps = { ...t, clock, smsConfigured: false }
  const [from, to] = [-1, 1].map((hours) =>
    new Date(dueAt.getTime() + hours * hourMs).toISOString(),
  )
  const query = { from: from ?? '', to: to ?? '' }
  const { occurrences } = await readCalendar(t.db, deps, company.companyId, query, 'es')
  expect(occurrences).toMatchObject([{ _id: id, state: 'missed', reason: 'PRICE' }])
  const { missed_at: missedAt } = await t.db
    .selectFrom('occurrences')
    .select('missed_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(missedAt).toEqual(new Date(dueAt.getTime() + 12 * hourMs))
})
