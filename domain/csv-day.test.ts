import { expect, test } from 'vitest'
import { DayOrders, readDay } from './csv-day.ts'

test.each([
  ['2026-06-01', '2026-06-01'],
  [' 2026/6/1 ', '2026-06-01'],
  ['13/6/2026', '2026-06-13'],
  ['6/13/2026', '2026-06-13'],
  ['06-06-2026', '2026-06-06'],
  ['29.02.2024', '2024-02-29'],
  // A spreadsheet's midnight.
  ['2014-03-12 00:00:00', '2014-03-12'],
  ['2014-03-12T00:00:00', '2014-03-12'],
  ['2014-03-12T00:00:00.000Z', '2014-03-12'],
  ['25/03/2014 0:00', '2014-03-25'],
  ['3/25/2014 12:00:00 AM', '2014-03-25'],
  ['25/03/2014 12:00 a. m.', '2014-03-25'],
])('%s → the day %s', (cell, day) => {
  expect(readDay(cell)).toMatchObject({ ok: true, day })
})

test('a day and a month that could be either → it is not guessed', () => {
  expect(readDay('1/6/2026')).toEqual({
    ok: false,
    fault: 'ambiguous',
    days: ['2026-06-01', '2026-01-06'],
  })
})

test.each([
  '30/2/2026',
  '2026-02-30',
  '29/02/2025',
  '1/6/26',
  '46174',
  'ayer',
  '2026-6',
  '2026-06-01 08:30',
])('%s → no day', (cell) => {
  expect(readDay(cell)).toEqual({ ok: false, fault: 'notADay' })
})

test.each<[string[], string | null]>([
  [['1/6/2026', '13/6/2026'], 'dayFirst'],
  [['6/13/2026', '1/6/2026'], 'monthFirst'],
  // Nothing tells it, or both do.
  [['1/6/2026', '2026-06-13', '6/6/2026'], null],
  [['1/6/2026', '13/6/2026', '6/13/2026'], null],
  // No day asks for it.
  [['13/6/2026', '2026-06-13'], null],
])('of the days %j the order is %s', (cells, order) => {
  const orders = new DayOrders()
  for (const cell of cells) orders.add(readDay(cell))
  expect(orders.settled).toBe(order)
})

test('the order of a file is known → a day that could be either is read by it', () => {
  expect(readDay('1/6/2026', 'dayFirst')).toEqual({ ok: true, day: '2026-06-01' })
  expect(readDay('1/6/2026', 'monthFirst')).toEqual({ ok: true, day: '2026-01-06' })
})
