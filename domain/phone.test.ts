import { expect, test } from 'vitest'
import { compactPhone, completePhone, phonesMeant } from './phone.ts'

test.each([
  ['+503 7777 1234', '+50377771234'],
  ['+503-7777.1234', '+50377771234'],
  ['+503 (7777) 1234', '+50377771234'],
  [' [+503]\u00a07777\u20111234 ', '+50377771234'],
  // A number as a phone's contacts copy it.
  ['\u202a+503 7777 1234\u202c', '+50377771234'],
  ['+503 7777 1234 ext. 2', '+50377771234ext2'],
  ['', ''],
])('%s is %s without separators', (text, compact) => {
  expect(compactPhone(text)).toBe(compact)
})

test.each([
  ['SV', '7777 1234', '+50377771234'],
  ['SV', '2222-1234', '+50322221234'],
  ['GT', '5555 1234', '+50255551234'],
  // A spreadsheet took the plus.
  ['SV', '50377771234', '+50377771234'],
  ['SV', '503-7777-1234', '+50377771234'],
  ['SV', '00503 7777 1234', '+50377771234'],
  ['SV', '00 1 213 555 0100', '+12135550100'],
  ['SV', '50255551234', '+50255551234'],
  // The mobile one of two.
  ['SV', '2222-3333 / 7777-1234', '+50377771234'],
  ['SV', '7777-1234 y 2222-3333', '+50377771234'],
  ['SV', '2222-3333; 2222-4444', '+50322223333'],
  // Numbers not written as at home keep only what was typed.
  ['SV', '777 1234', '7771234'],
  ['SV', '+1 555 1234', '+15551234'],
  ['SV', '', ''],
  ['MX', '5555 1234', '55551234'],
  ['MX', '50377771234', '50377771234'],
  ['SV', '7777-1234 / no tiene', '77771234/notiene'],
  [undefined, '7777 1234', '77771234'],
])('in %s %s is %s', (country, text, phone) => {
  expect(completePhone(text, country)).toBe(phone)
})

test.each([
  ['7777-1234', ['77771234', '+50277771234', '+50377771234']],
  ['503 7777 1234', ['50377771234', '+50377771234']],
  ['00503 7777 1234', ['0050377771234', '+50377771234']],
  ['+503 7777 1234', ['+50377771234']],
  ['777 1234', ['7771234']],
])('%s may mean %j', (text, phones) => {
  const meant = phonesMeant(text).map(({ phone }) => phone)
  expect(meant.slice(0, phones.length)).toEqual(phones)
})

test('digits without a calling code mean a phone of each country only there', () => {
  const [typed, ...others] = phonesMeant('7777 1234')
  expect(typed?.country).toBeNull()
  expect(others.map(({ country }) => country)).toEqual(['GT', 'SV', 'HN', 'NI', 'CR', 'PA'])
})
