import { expect, test } from 'vitest'
import { changePercent, pricePath } from './price-line.ts'

const at = (hour: number, price: number) => ({
  at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
  price,
})

test('the line runs by time, the highest price at the top', () => {
  expect(pricePath([at(0, 90_000), at(6, 100_000), at(8, 95_000)])).toBe(
    'M0.0 300.0L750.0 0.0L1000.0 150.0',
  )
})

test('a price that did not move is a line through the middle', () => {
  expect(pricePath([at(0, 90_000), at(8, 90_000)])).toBe('M0.0 150.0L1000.0 150.0')
})

test('points of one time are no line', () => {
  expect(pricePath([at(0, 90_000)])).toBeNull()
  expect(pricePath([at(8, 90_000), at(8, 90_000)])).toBeNull()
})

test('the change is of the last against the first', () => {
  expect(changePercent([at(0, 90_000), at(6, 50_000), at(8, 99_000)])).toBeCloseTo(10)
  expect(changePercent([at(0, 90_000)])).toBeUndefined()
})
