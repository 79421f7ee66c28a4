import { expect, test } from 'vitest'
import { isTo } from './is-to.ts'

test.each([
  ['ana@izalco.sv', 'Ana@Izalco.sv', true],
  ['ana@izalco.sv', 'bea@izalco.sv', false],
  ['ana@izalco.sv', 'a•••@izalco.sv', true],
  ['bea@izalco.sv', 'a•••@izalco.sv', false],
  ['+50370001234', '+503••••1234', true],
  ['+50370001235', '+503••••1234', false],
])('a message to %s, wanted %s → %s', (receiver, wanted, expected) => {
  expect(isTo(receiver, wanted)).toBe(expected)
})
