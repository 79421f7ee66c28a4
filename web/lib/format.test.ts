import { describe, expect, test } from 'vitest'
import {
  ageOf,
  btcGroups,
  formatChange,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatList,
  formatLongDayWithin,
  formatMonthDay,
  formatPercent,
  formatUsd,
  formatUsdBare,
  localDayOfMonth,
  usdParts,
} from './format.ts'

/** Intl separates with spaces that do not break; which one differs between versions of its data. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('amounts', () => {
  test('dollars are written as each language writes them, thousands always grouped', () => {
    expect(formatUsd(1234.56, 'es')).toBe('$1,234.56')
    expect(formatUsd(1234.56, 'en')).toBe('$1,234.56')
    expect(plain(formatUsd(1234.56, 'it'))).toBe('1.234,56 $')
    expect(plain(formatUsd(1234.56, 'prt'))).toBe('$ 1.234,56')
  })

  test('a price inside a sentence has no sign and always cents', () => {
    expect(formatUsdBare(91482.3, 'es')).toBe('91,482.30')
  })

  test('the pieces of a figure are the whole of it, in every language', () => {
    expect(usdParts(14512.36, 'es')).toEqual([
      { kind: 'symbol', text: '$' },
      { kind: 'whole', text: '14,512' },
      { kind: 'cents', text: '.36' },
    ])
    for (const language of ['es', 'en', 'it', 'prt'] as const) {
      const joined = usdParts(-0.5, language).map(({ text }) => text)
      expect(joined.join('')).toBe(formatUsd(-0.5, language))
    }
  })

  test('BTC is grouped 2-3-3 after the point, and joins to what it was', () => {
    expect(btcGroups('0.15863559')).toEqual(['0.15', '863', '559'])
    expect(btcGroups('21000000.00000000').join('')).toBe('21000000.00000000')
  })

  test('counts have their thousands grouped', () => {
    expect(formatCount(1018, 'es')).toBe('1,018')
    expect(formatCount(1018, 'it')).toBe('1.018')
  })

  test('coverage is shown in percent, at most as ten times', () => {
    expect(formatPercent(43, 'es')).toBe('43\u00a0%')
    expect(formatPercent(0, 'en')).toBe('0%')
    expect(formatPercent(717_770, 'en')).toBe('> 999%')
  })
})

test('a change has its sign and one decimal, as each language writes them', () => {
  expect(formatChange((440 / 412.5 - 1) * 100, 'es')).toBe('+6.7\u00a0%')
  expect(formatChange((498.75 / 530 - 1) * 100, 'es')).toBe('\u22125.9\u00a0%')
  expect(formatChange(-12, 'it')).toBe('\u221212,0%')
  expect(formatChange(9_900, 'en')).toBe('+9,900.0%')
  expect(formatChange(0.01, 'prt')).toBe('0,0%')
  expect(formatChange(1.234, 'es', 2)).toBe('+1.23\u00a0%')
})

describe('dates are those of El Salvador', () => {
  const payday = '2026-11-14T14:30:00.000Z'

  test('the hour has no leading zero in Spanish', () => {
    expect(formatDateTime(payday, 'es')).toBe('14 nov 2026, 8:30')
    expect(formatDateTime('2026-11-13T22:47:00.000Z', 'es')).toBe('13 nov 2026, 16:47')
  })

  test('the other languages write them their way', () => {
    expect(plain(formatDateTime(payday, 'en'))).toBe('Nov 14, 2026, 8:30 AM')
    expect(formatDate(payday, 'it')).toBe('14 nov 2026')
    expect(formatDate(payday, 'prt')).toBe('14 nov 2026')
  })

  test('a day of this year goes without the year', () => {
    expect(formatDay(payday, 'es')).toBe('14 nov')
    expect(formatDay(payday, 'en')).toBe('Nov 14')
    expect(formatDay(payday, 'prt')).toBe('14 nov')
  })

  test('an instant before six in the morning UTC is still the day before', () => {
    expect(formatDate('2026-11-30T05:59:59.000Z', 'es')).toBe('29 nov 2026')
    expect(localDayOfMonth('2026-12-01T05:59:59.000Z')).toBe(30)
    expect(formatMonthDay('2026-12-01T05:59:59.000Z', 'es')).toBe('30 de noviembre')
  })
})

describe('the age of a price', () => {
  const now = Date.parse('2026-11-21T15:00:00.000Z')
  const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()

  test.each([
    [8, { unit: 'seconds', count: 8 }],
    [59, { unit: 'seconds', count: 59 }],
    [60, { unit: 'minutes', count: 1 }],
    [3599, { unit: 'minutes', count: 59 }],
    [3600, { unit: 'hours', count: 1 }],
    [47 * 3600, { unit: 'hours', count: 47 }],
    [48 * 3600, { unit: 'days', count: 2 }],
  ])('%i seconds', (seconds, age) => expect(ageOf(ago(seconds), now)).toEqual(age))

  test('is never negative when the clocks disagree', () => {
    expect(ageOf(ago(-30), now)).toEqual({ unit: 'seconds', count: 0 })
  })
})

test('names in a sentence → joined as each language joins them', () => {
  const lists = (['es', 'en', 'it', 'prt'] as const).map((language) =>
    formatList(['Ana', 'Luz'], language),
  )
  expect(lists).toEqual(['Ana y Luz', 'Ana and Luz', 'Ana e Luz', 'Ana e Luz'])
})

test('a day within a sentence → a capital in English alone', () => {
  const day = '2026-11-27T18:00:00Z'
  expect(formatLongDayWithin(day, 'es')).toBe('viernes 27 de noviembre')
  expect(formatLongDayWithin(day, 'en')).toBe('Friday, November 27')
})
