import { expect, test } from 'vitest'
import { wrongCharacter } from './wrong-character.ts'

test.each([
  ['bcrt1qt2x2ukf66j2vk26bg7lmhdpfkvww3922es', 21],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdO', 41],
  // BIP 350's own example of a mixture of cases.
  ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 58],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0', 33],
])('%s has its first impossible character at %i', (address, place) => {
  expect(wrongCharacter(address)).toBe(place)
})

test.each([
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bcrt1qt2x2ukf66j2vk26dg7lmhdpfkvww3922es3qt6',
  // The checksum is wrong, each character is possible.
  'bcrt1qt2x2ukf66j2vk26dg7lmhdpfkvww3922es3qt7',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  '',
])('%s has none', (address) => {
  expect(wrongCharacter(address)).toBeUndefined()
})
