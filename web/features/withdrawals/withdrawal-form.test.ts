import { expect, test } from 'vitest'
import { chooseShare, emptyForm, mostOf, withdrawalSchema } from './withdrawal-form.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const schema = withdrawalSchema('regtest', '0.00499000')
const form = (changes: object) => ({ ...emptyForm, address, ...changes })
const faults = (form: object) =>
  Object.fromEntries(
    (schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('everything is asked for without an amount, whatever was typed before', () => {
  expect(schema.parse(form({ share: 'everything', amount: '0.5' }))).toEqual({ address })
})

test('most of it is all that can be spent less the head of 1,000 sat that stays', () => {
  expect(mostOf(500_000n)).toBe('0.00499000')
  expect(schema.parse(form({ share: 'most', amount: '0.5' }))).toEqual({
    address,
    amount: '0.00499000',
  })
})

test('of a payroll that holds little more than a head everything is withdrawn', () => {
  expect(mostOf(3_000n)).toBe('0.00002000')
  expect(mostOf(2_999n)).toBeNull()
  expect(mostOf(0n)).toBeNull()
  expect(chooseShare('most', null)).toBe('everything')
  expect(chooseShare('most', '0.00499000')).toBe('most')
  expect(withdrawalSchema('regtest', null).parse(form({ share: 'most' }))).toEqual({ address })
})

test('an amount goes as it is typed, a decimal comma as a point', () => {
  expect(schema.parse(form({ share: 'some', unit: 'BTC', amount: ' 0,0125 ' }))).toEqual({
    address,
    amount: '0.0125',
  })
})

test('an invalid amount is reported at its field', () => {
  expect(faults(form({ share: 'some', unit: 'BTC' }))).toEqual({ amount: 'required' })
  for (const amount of ['0', '-1', 'abc', '0.000000001', '1e3']) {
    expect(faults(form({ share: 'some', unit: 'BTC', amount })), amount).toEqual({
      amount: 'invalid',
    })
  }
})

test('an amount in dollars goes as dollars, and an empty one never as everything', () => {
  const dollars = (amountUsd: unknown) => form({ share: 'some', amountUsd })
  expect(schema.parse(dollars(250.5))).toEqual({ address, amountUsd: 250.5 })
  expect(faults(dollars(undefined))).toEqual({ amountUsd: 'required' })
  for (const amount of [0, -1, 'abc', 1e13]) {
    expect(Object.keys(faults(dollars(amount))), String(amount)).toEqual(['amountUsd'])
  }
  expect(faults(dollars(1.005))).toEqual({ amountUsd: 'salaryDecimals' })
})

test('another payroll is the destination, and no address is asked for', () => {
  const toPayroll = form({ payrollId: 'payroll-2', address: '', share: 'everything' })
  expect(schema.parse(toPayroll)).toEqual({ payrollId: 'payroll-2' })
  expect(faults(form({ address: '', share: 'everything' }))).toEqual({ address: 'required' })
})
