import { HDKey } from '@scure/bip32'
import type { Network } from '#domain/address.ts'

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
