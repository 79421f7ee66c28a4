import { expect, test } from 'vitest'
import { wishSchema } from './wish.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const schema = wishSchema('regtest')
const faults = (form: object) =>
  Object.fromEntries(
    (schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('everything is asked for without an amount, whatever was typed before', () => {
  expect(schema.parse({ address, share: 'everything', amount: '0.5' })).toEqual({ address })
})

test('an amount goes as it is typed, a decimal comma as a point', () => {
  expect(schema.parse({ address, share: 'some', amount: ' 0,0125 ' })).toEqual({
    address,
    amount: '0.0125',
  })
})

test('an amount that is none is told at its field', () => {
  expect(faults({ address, share: 'some', amount: '' })).toEqual({ amount: 'required' })
  for (const amount of ['0', '-1', 'abc', '0.000000001', '1e3']) {
    expect(faults({ address, share: 'some', amount }), amount).toEqual({ amount: 'invalid' })
  }
})
