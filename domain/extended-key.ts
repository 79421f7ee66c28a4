import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { HDKey } from '@scure/bip32'
import type { Network } from '#domain/address.ts'

/** From here on BIP 32 derives with the private key alone. */
const hardened = 2 ** 31

/** BIP 32's version bytes: xpub and xprv on the main network, tpub and tprv on the others. */
const versions = {
  main: { public: 0x0488b21e, private: 0x0488ade4 },
  test: { public: 0x043587cf, private: 0x04358394 },
} as const

/** The version bytes of extended keys on a network. */
export const keyVersions = (network: Network) =>
  network === 'main' ? versions.main : versions.test

/** An extended public key as the wallet account stores it; its prefix says which versions it has. */
export function parseExtendedKey(text: string): HDKey {
  return HDKey.fromExtendedKey(text, text.startsWith('xpub') ? versions.main : versions.test)
}

const { Point } = secp256k1

/**
 * Derives the compressed public keys of a key's children by BIP 32, without hardened ones. Throws where
 * a key gives no child at an index, which happens once in 2^127. A third of the time of `deriveChild`: it
 * reads the parent's point once, and nothing in a public key has to be kept from a clock.
 */
export function derivePublicKeys(
  { publicKey, chainCode }: HDKey,
  indexes: readonly number[],
): Uint8Array[] {
  if (!publicKey || !chainCode) throw new Error('the key has no public part')
  const parent = Point.fromBytes(publicKey)
  const data = new Uint8Array(publicKey.length + 4)
  data.set(publicKey)
  const place = new DataView(data.buffer, publicKey.length)
  const children = indexes.map((index) => {
    if (index < 0 || index >= hardened) throw new Error(`a public key has no child ${index}`)
    place.setUint32(0, index)
    const tweak = bytesToNumberBE(hmac(sha512, chainCode, data).subarray(0, 32))
    const child = Point.BASE.multiplyUnsafe(tweak).add(parent)
    if (child.is0()) throw new Error(`the key gives no child ${index}`)
    return child
  })
  return normalizeZ(Point, children).map((point) => point.toBytes(true))
}
