import { expect, test } from 'vitest'
import { Passwords } from './passwords.ts'

test('a hundred wrong passwords at once → the right one is looked at', async () => {
  const passwords = new Passwords({ memoryCost: 8 })
  const stored = await passwords.hash('Volcan#2026')
  const wrong = Array.from({ length: 100 }, () => passwords.matches('Wrong#1', stored, 'there'))
  const right = ['there', 'here'].map((lane) => passwords.matches('Volcan#2026', stored, lane))
  expect(await Promise.all(right)).toEqual([true, true])
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([false]))
})
