import { expect, test, vi } from 'vitest'
import { checkHolidays } from '#domain/schedule/holiday-rows.ts'
import { logHolidayFaults } from './holiday-faults.ts'

test('a wrong row of the holidays is said in the log, and nothing is thrown', () => {
  const { faults } = checkHolidays([
    { on: '01-01', name: 'Año Nuevo', source: 'a law' },
    { day: '2027-03-26', weekday: 4, name: 'Viernes Santo', source: 'a law' },
  ])
  const warn = vi.fn()
  logHolidayFaults(faults, { warn })
  expect(warn.mock.calls).toEqual([
    [
      { row: 1, name: 'Viernes Santo', code: 'OTHER_WEEKDAY' },
      'a holiday is left out: its day is another weekday',
    ],
  ])
})
