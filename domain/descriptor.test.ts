import { expect, test } from 'vitest'
import { withChecksum } from './descriptor.ts'

test('a descriptor gets the checksum that BIP 380 gives it', () => {
  // Test vector of BIP 380.
  expect(withChecksum('raw(deadbeef)')).toBe('raw(deadbeef)#89f8spxm')
  expect(() => withChecksum('raw(ñ)')).toThrow(RangeError)
})
