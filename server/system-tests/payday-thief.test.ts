import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarAnswer, nextPayday, occurrenceAnswer } from '#contract/calendar.ts'
import { refill } from '../features/calendar/keep-calendar.ts'
import { preparePaydays } from '../features/calendar/prepare.ts'
import {
  aCompany,
  aPrice,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '../testing/factories.ts'
import { appForFile } from '../testing/for-file.ts'
import { aPaydayToCome } from '../testing/prepared-steps.ts'

/** A thief who writes paydays as the program's role does, and has no key. */

const t = await appForFile()

const paydaysOf = async (ours: TestCompany) =>
  expectAccepted(calendarAnswer, await ours.call('GET', '/calendar')).occurrences

async function aPaydayTomorrow() {
  await aPrice(t)
  const ours = await aCompany(t)
  return { ours, ...(await aPaydayToCome(t, ours, { mode: 'PREPARE' })) }
}

const press = async (ours: TestCompany, payrollId: string, periodKey: string) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, { periodKey })

test('a payday that the program did not write is none: not shown, prepared or paid', async () => {
  const { ours, id, payrollId } = await aPaydayTomorrow()
  const before = await paydaysOf(ours)
  await sql`INSERT INTO occurrences SELECT (jsonb_populate_record(o, jsonb_build_object(
      'id', uuidv7(), 'period_key', '2026-01-Q1', 'due_at', now() + interval '2 hours'))).*
    FROM occurrences o WHERE id = ${id}`.execute(t.db)
  expect(await paydaysOf(ours)).toEqual(before)
  const { next } = expectAccepted(nextPayday, await ours.call('GET', '/calendar/next'))
  expect(next?.occurrence._id).toBe(id)
  expect(faultsOf(await press(ours, payrollId, '2026-01-Q1'))).toHaveProperty('periodKey')
  await preparePaydays(t.worker, { ...t, clock: t, smsConfigured: false, isSandbox: true })
  const { rows } = await sql<{ id: string }>`
    SELECT occurrence_id AS id FROM payday_sheets WHERE payroll_id = ${payrollId}`.execute(t.db)
  expect(rows).toEqual([{ id }])
})

test('a skipped payday is not revived, and one that was moved does not go back', async () => {
  const { ours, id, payrollId } = await aPaydayTomorrow()
  const { rows } = await sql<{ mac: Buffer }>`SELECT * FROM occurrences WHERE id = ${id}`.execute(
    t.db,
  )
  const skipped = await ours.call('POST', `/calendar/${id}/skip`, { reason: 'No' })
  const { periodKey } = expectAccepted(occurrenceAnswer, skipped).occurrence
  const open = sql`skipped_at = NULL, skipped_by = NULL`
  for (const role of [t.db, t.worker]) {
    const former = sql`UPDATE occurrences SET ${open}, version = 2, mac = ${rows[0]?.mac} WHERE id = ${id}`
    await expect(former.execute(role)).rejects.toThrow('a former row of occurrences')
    for (const change of [sql`period_key = '2026-01-Q1'`, sql`id = uuidv7()`]) {
      const away = sql`UPDATE occurrences SET ${change} WHERE id = ${id}`.execute(role)
      await expect(away).rejects.toThrow('permission denied')
    }
    await expect(sql`DELETE FROM occurrences`.execute(role)).rejects.toThrow('permission denied')
  }
  for (const change of [open, sql`due_at = due_at + interval '1 hour'`]) {
    await sql`UPDATE occurrences SET ${change} WHERE id = ${id}`.execute(t.db)
    // Nor does the worker, which writes what lacks, or a person who saves the dates once more.
    await refill(t.worker, t.macKey, t.now())
    const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'PREPARE' }
    expect(
      (await ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)).status,
    ).toBe(200)
    expect((await paydaysOf(ours)).some(({ _id }) => _id === id)).toBe(false)
    expectRefusal(await ours.call('POST', `/calendar/${id}/prepare`), 404, 'NOT_FOUND')
    expect(faultsOf(await press(ours, payrollId, periodKey))).toHaveProperty('periodKey')
  }
})

test('a payday that ended with its dates does not come back but with them', async () => {
  const { ours, payrollId } = await aPaydayTomorrow()
  const path = `/companies/payrolls/${payrollId}/schedule`
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode: 'REMIND' }
  const regular = async () =>
    (await paydaysOf(ours)).filter(({ moved }) => moved?.reason !== 'BY_HAND')
  const before = await regular()
  expect((await ours.call('DELETE', path)).status).toBe(200)
  expect(await regular()).toEqual([])
  await sql`UPDATE occurrences SET ended = false`.execute(t.db)
  expect(await regular()).toEqual([])
  await sql`UPDATE occurrences SET ended = true`.execute(t.db)
  expect((await ours.call('PUT', path, dates)).status).toBe(200)
  expect((await regular()).map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id))
})

test('dates of another payroll make no room for former ones', async () => {
  const { payrollId } = await aPaydayTomorrow()
  const away = sql`UPDATE schedules SET payroll_id = uuidv7() WHERE payroll_id = ${payrollId}`
  await expect(away.execute(t.db)).rejects.toThrow('permission denied')
})

test('a closed day of another hand, or one that was taken back, moves no payday', async () => {
  const { ours } = await aPaydayTomorrow()
  const before = await paydaysOf(ours)
  const day = before.findLast(({ moved }) => moved === null)?.dueAt.slice(0, 10)
  const daysOf = async () => (await ours.call('GET', '/companies/company')).body.data.closedDays
  const expectNone = async () => {
    await refill(t.worker, t.macKey, t.now())
    expect(await paydaysOf(ours)).toEqual(before)
    expect(await daysOf()).toEqual([])
  }
  await sql`INSERT INTO closed_days (company_id, day, name) VALUES (${ours.companyId}, ${day}, 'x')`.execute(
    t.db,
  )
  await expectNone()
  const closedDays = [{ day, name: 'Aniversario' }]
  expect((await ours.call('PUT', '/companies', { closedDays })).status).toBe(200)
  expect(await daysOf()).toEqual(closedDays)
  const { rows } = await sql<{ version: number; mac: Buffer }>`SELECT version, mac FROM closed_days
    WHERE company_id = ${ours.companyId}`.execute(t.db)
  const [former] = rows
  expect((await ours.call('PUT', '/companies', { closedDays: [] })).status).toBe(200)
  await expectNone()
  const ofCompany = sql`WHERE company_id = ${ours.companyId}`
  await sql`UPDATE closed_days SET ended = false ${ofCompany}`.execute(t.db)
  await expectNone()
  for (const role of [t.db, t.worker]) {
    const back = sql`UPDATE closed_days SET ended = false, version = ${former?.version},
      mac = ${former?.mac} ${ofCompany}`.execute(role)
    await expect(back).rejects.toThrow('a former row of closed_days')
    const away = sql`UPDATE closed_days SET day = day + 1`.execute(role)
    await expect(away).rejects.toThrow('permission denied')
    await expect(sql`DELETE FROM closed_days`.execute(role)).rejects.toThrow('permission denied')
  }
})
