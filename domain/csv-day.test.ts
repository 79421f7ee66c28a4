import { expect, test } from 'vitest'
import { readDay } from './csv-day.ts'

test.each([
  ['2026-06-01', '2026-06-01'],
  [' 2026/6/1 ', '2026-06-01'],
  ['13/6/2026', '2026-06-13'],
  ['6/13/2026', '2026-06-13'],
  ['06-06-2026', '2026-06-06'],
  ['29.02.2024', '2024-02-29'],
])('%s → the day %s', (cell, day) => {
  expect(readDay(cell)).toEqual({ ok: true, day })
})

test('a day and a month that could be either → it is not guessed', () => {
  expect(readDay('1/6/2026')).toEqual({
    ok: false,
    fault: 'ambiguous',
    days: ['2026-06-01', '2026-01-06'],
  })
})

test.each(['30/2/2026', '2026-02-30', '29/02/2025', '1/6/26', '46174', 'ayer', '2026-6'])(
  '%s → no day',
  (cell) => {
    expect(readDay(cell)).toEqual({ ok: false, fault: 'notADay' })
  },
)
