import { expect, test } from 'vitest'
import { companyDayFaults, listNamedClosedDays } from './closed-days.ts'
import { addDays, isoWeekday } from './day.ts'
import { easterSunday } from './easter.ts'
import { checkHolidays, type HolidayRow } from './holiday-rows.ts'
import { holidayFaults, holidayOn } from './holidays.ts'
import { rowsOfElSalvador } from './holidays-el-salvador.ts'

test('every row of El Salvador holds and cites its law', () => {
  expect(holidayFaults).toEqual([])
  for (const { name, source } of rowsOfElSalvador) {
    expect(source, name).toMatch(/Código de Trabajo|Decreto/)
  }
})

test('the holidays of 2027 and 2028 → the eleven of each year, Holy Week by Easter', () => {
  const of = (year: number) => listNamedClosedDays([], `${year}-01-01`, `${year}-12-31`)
  expect(of(2027).map(({ day, name }) => `${day.slice(5)} ${name}`)).toEqual([
    '01-01 Año Nuevo',
    '03-25 Jueves Santo',
    '03-26 Viernes Santo',
    '03-27 Sábado Santo',
    '05-01 Día del Trabajo',
    '05-10 Día de la Madre',
    '06-17 Día del Padre',
    '08-06 Divino Salvador del Mundo',
    '09-15 Día de la Independencia',
    '11-02 Día de los Difuntos',
    '12-25 Navidad',
  ])
  const holyWeek = of(2028).filter(({ name }) => name.endsWith('Santo'))
  expect(holyWeek.map(({ day }) => day)).toEqual(['2028-04-13', '2028-04-14', '2028-04-15'])
})

test('a decree for one year closes that year alone, and none before its first', () => {
  expect(holidayOn('2022-12-26')).toBe('Navidad')
  expect(holidayOn('2023-12-26')).toBeNull()
  expect(holidayOn('2016-05-10')).toBe('Día de la Madre')
  expect(holidayOn('2015-05-10')).toBeNull()
})

test('3 and 5 August are holidays of San Salvador alone', () => {
  expect([3, 5].map((day) => holidayOn(`2027-08-0${day}`))).toEqual([null, null])
})

// Dates of the tables of the churches; 1818 and 2285 are the earliest, 1943 and 2038 the latest.
test('Easter falls on the dates of the tables', () => {
  expect([1818, 1943, 1961, 2000, 2019].map(easterSunday)).toEqual([
    '1818-03-22',
    '1943-04-25',
    '1961-04-02',
    '2000-04-23',
    '2019-04-21',
  ])
  expect([2026, 2027, 2028, 2029, 2030, 2038, 2285].map(easterSunday)).toEqual([
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2029-04-01',
    '2030-04-21',
    '2038-04-25',
    '2285-03-22',
  ])
})

test('Easter of a thousand years → a Sunday from 22 March to 25 April', () => {
  for (let year = 2000; year < 3000; year++) {
    const easter = easterSunday(year)
    expect(isoWeekday(easter), easter).toBe(7)
    expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`, easter).toBe(true)
  }
})

const sound: HolidayRow = { on: '01-01', name: 'Año Nuevo', source: 'a law' }
const wrong: [HolidayRow, string][] = [
  [{ ...sound, on: '02-30' }, 'NO_SUCH_DAY'],
  [{ ...sound, on: '02-29' }, 'NO_SUCH_DAY'],
  [{ name: 'x', source: 'a law', day: '2027-02-30', weekday: 2 }, 'NO_SUCH_DAY'],
  [{ name: 'x', source: 'a law', day: 'mañana', weekday: 2 }, 'NO_SUCH_DAY'],
  [{ name: 'x', source: 'a law', day: '2027-03-26', weekday: 4 }, 'OTHER_WEEKDAY'],
  [{ name: 'x', source: 'a law', daysAfterEaster: Number.NaN }, 'NO_SUCH_DAY'],
  [{ name: 'x', source: 'a law', daysAfterEaster: 400 }, 'NO_SUCH_DAY'],
  [{ ...sound, name: 'New Year' }, 'DUPLICATE'],
  [{ name: 'x', source: 'a law', day: '2027-01-01', weekday: 5 }, 'DUPLICATE'],
]

test.each(wrong)('a wrong row is left out and named, the others stay: %o', (row, code) => {
  const checked = checkHolidays([sound, row])
  expect(checked.sound).toEqual([sound])
  expect(checked.faults).toEqual([{ row: 1, name: row.name, code }])
})

test("a company's own days that do not exist, have no name or come twice are named", () => {
  const day = (text: string, name = 'Feria') => ({ day: text, name })
  expect(companyDayFaults([day('2027-08-03'), day('2027-08-05')])).toEqual([])
  const wrong = [day('2027-02-30'), day('2027-08-03'), day('2027-08-05', ' '), day('2027-08-03')]
  expect(companyDayFaults(wrong)).toEqual([
    { index: 0, code: 'BAD_DATE' },
    { index: 2, code: 'NAME_MISSING' },
    { index: 3, code: 'DUPLICATE' },
  ])
})

test("the closed days with a name are the holidays' and the company's, in order", () => {
  const own = [{ day: addDays('2027-08-06', -3), name: 'Feria' }]
  expect(listNamedClosedDays(own, '2027-08-01', '2027-08-31')).toEqual([
    { day: '2027-08-03', name: 'Feria' },
    { day: '2027-08-06', name: 'Divino Salvador del Mundo' },
  ])
})
