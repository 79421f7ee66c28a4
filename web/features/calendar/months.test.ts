import { expect, test } from 'vitest'
import { makeOccurrence } from '#web/testing/calendar.ts'
import { monthsOf, nextOf, toPayOf } from './months.ts'

const now = Date.parse('2026-11-25T15:00:00Z')
const of = (dueAt: string, values: Parameters<typeof makeOccurrence>[0] = {}) =>
  makeOccurrence({ _id: `${dueAt}${values.payroll?.name ?? ''}`, dueAt, ...values })
const payroll = (name: string) => ({ _id: name, name })

test('a payday at 5:00 UTC on the first → it is of El Salvador’s month before', () => {
  const [month] = monthsOf([of('2026-12-01T05:00:00.000Z')], now)
  expect(month).toMatchObject({ key: '2026-11', lines: [{ day: '2026-11-30' }] })
})

test('paid and skipped ones → nothing of them is left to pay', () => {
  const [month] = monthsOf(
    [
      of('2026-11-13T14:00:00.000Z', { state: 'paid', totalUsd: 100.1 }),
      of('2026-11-27T14:00:00.000Z', { state: 'skipped', totalUsd: 200 }),
      of('2026-11-30T14:00:00.000Z', { state: 'held', totalUsd: 0.2 }),
      of('2026-11-30T15:00:00.000Z', { totalUsd: 0.1 }),
    ],
    now,
  )
  expect(month && toPayOf(month)).toBe(0.3)
  expect(month?.done).toHaveLength(1)
  expect(month?.lines.map(({ isFirst }) => isFirst)).toEqual([true, true, false])
})

test('planned ones of one day in a later month → one line; a special one its own', () => {
  const day = '2026-12-15T14:00:00.000Z'
  const [month] = monthsOf(
    [
      of(day, { payroll: payroll('A') }),
      of(day, { payroll: payroll('B') }),
      of(day, { payroll: payroll('C'), kind: 'AGUINALDO' }),
      of(day, { payroll: payroll('D'), state: 'approved' }),
    ],
    now,
  )
  expect(month?.lines.map(({ occurrences }) => occurrences.map((one) => one.payroll.name))).toEqual(
    [['A', 'B'], ['C'], ['D']],
  )
})

test('the first is missed and the second held → the next one is the held one', () => {
  const held = of('2026-11-25T14:00:00.000Z', { state: 'held' })
  const missed = of('2026-11-13T14:00:00.000Z', { state: 'missed' })
  expect(nextOf([of('2026-11-30T14:00:00.000Z'), held, missed])).toBe(held)
})
