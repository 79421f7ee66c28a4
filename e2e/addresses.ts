import { p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js'

/** A regtest address of somebody whose key nobody keeps. */
export function newRegtestAddress(): string {
  const { address } = p2wpkh(pubECDSA(randomPrivateKeyBytes()), { ...TEST_NETWORK, bech32: 'bcrt' })
  if (!address) throw new Error('a public key has an address')
  return address
}
