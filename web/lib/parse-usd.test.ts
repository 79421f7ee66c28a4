import { expect, test } from 'vitest'
import { parseTypedUsd } from './parse-usd.ts'

test.each([
  ['870', 870],
  ['870.5', 870.5],
  ['$ 1,250.50', 1250.5],
  ['1,234', 1234],
  ['12,5', 12.5],
  ['1,234,567.89', 1234567.89],
  ['0.005', 0.005],
])('in Spanish %s is %d', (typed, amount) => expect(parseTypedUsd(typed, 'es')).toBe(amount))

test.each([
  ['1.250,50', 1250.5],
  ['1.234', 1234],
  ['12.5', 12.5],
  ['870,5', 870.5],
])('in Italian %s is %d', (typed, amount) => expect(parseTypedUsd(typed, 'it')).toBe(amount))

test.each(['abc', '1e3', '-5', '1,23,4', '12.34.56', '0x10', '1 000'])(
  '%s is no amount: the contract gets to see it as it is',
  (typed) => expect(parseTypedUsd(typed, 'es')).toBe(typed),
)

test.each([
  ['1.250', 'es'],
  ['650.125', 'en'],
  ['1,250', 'it'],
] as const)('%s in %s could be two amounts: it is asked for', (typed, language) =>
  expect(parseTypedUsd(typed, language)).toBe(typed),
)

test('invisible marks around an amount are dropped', () => {
  expect(parseTypedUsd('\u202a650.25\u202c', 'es')).toBe(650.25)
})

test('nothing typed is no value', () => {
  expect(parseTypedUsd('  ', 'es')).toBeUndefined()
  expect(parseTypedUsd('$', 'es')).toBeUndefined()
})
