import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HashFilter } from './hash-filter.ts'

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest()

test('of whatever it was given it says yes, also where much of it is alike', () => {
  // Few different bytes, so that many hashes share a slot, share the tag, or are all zeros.
  const alike = fc.uint8Array({ minLength: 8, maxLength: 8, max: 2 })
  fc.assert(
    fc.property(fc.array(fc.oneof(alike, fc.uint8Array({ minLength: 8, maxLength: 8 }))), (all) => {
      const filter = new HashFilter()
      for (const one of all) filter.add(one, 0)
      expect(all.filter((one) => !filter.mayHave(one, 0))).toEqual([])
    }),
  )
})

test('it grows from nothing and says no to all that it was not given', () => {
  const filter = new HashFilter()
  for (let n = 0; n < 20_000; n++) filter.add(hashOf(n), 24)
  const knows = (n: number) => filter.mayHave(hashOf(n), 24)
  expect(Array.from({ length: 20_000 }, (_, n) => n).filter((n) => !knows(n))).toEqual([])
  expect(Array.from({ length: 20_000 }, (_, n) => 20_000 + n).filter(knows)).toEqual([])
})
