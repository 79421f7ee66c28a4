import { expect, test } from 'vitest'
import { compactPhone, completePhone } from './phone.ts'

test.each([
  ['+503 7777 1234', '+50377771234'],
  ['+503-7777.1234', '+50377771234'],
  ['+503 (7777) 1234', '+50377771234'],
  [' [+503]\u00a07777\u20111234 ', '+50377771234'],
  // As a phone's contacts copy it.
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
  // Not as it is written at home: only what was typed.
  ['SV', '777 1234', '7771234'],
  ['SV', '50377771234', '50377771234'],
  ['SV', '+1 555 1234', '+15551234'],
  ['SV', '', ''],
  ['MX', '5555 1234', '55551234'],
  [undefined, '7777 1234', '77771234'],
])('in %s %s is %s', (country, text, phone) => {
  expect(completePhone(text, country)).toBe(phone)
})
