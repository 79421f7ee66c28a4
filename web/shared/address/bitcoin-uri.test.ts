import { expect, test } from 'vitest'
import { bitcoinUri } from './bitcoin-uri.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

test('an address alone', () => {
  expect(bitcoinUri(address)).toBe(`bitcoin:${address}`)
})

test.each([
  ['0.06928395', '0.06928395'],
  ['0.10000000', '0.1'],
  ['12.00000000', '12'],
  ['100.00000000', '100'],
])('the amount %s is written %s', (btc, written) => {
  expect(bitcoinUri(address, btc)).toBe(`bitcoin:${address}?amount=${written}`)
})
