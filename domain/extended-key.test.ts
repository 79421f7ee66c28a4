import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivePublicKeys, parseExtendedKey } from './extended-key.ts'

const lastIndex = 2 ** 31 - 1

test('public keys of children are those that the library derives one by one', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.array(fc.oneof(fc.nat(lastIndex), fc.constantFrom(0, 1, lastIndex)), { maxLength: 5 }),
      (seed, indexes) => {
        const account = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'")
        const branch = parseExtendedKey(account.publicExtendedKey).deriveChild(1)
        expect(derivePublicKeys(branch, indexes)).toEqual(
          indexes.map((index) => branch.deriveChild(index).publicKey),
        )
      },
    ),
    { numRuns: 20 },
  )
})

test.each([-1, lastIndex + 1, 2 ** 32])(
  'an index that a public key has no child at → refused: %s',
  (index) => {
    const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
    expect(() => derivePublicKeys(key, [index])).toThrow(`a public key has no child ${index}`)
  },
)
