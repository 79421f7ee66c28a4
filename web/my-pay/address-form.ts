import type { OutputType } from '#domain/address.ts'
import { dustSats } from '#domain/fees.ts'

type Form = { type: OutputType; network: 'main' | 'test' | 'regtest' }

/**
 * Reads type and network off a right address's form (BIP 141, 341, base58check versions). To decode it takes the
 * curve of domain/address.ts, which is loaded only where somebody writes one.
 */
export function readAddressForm(address: string): Form | null {
  const [, prefix, version] = /^(bcrt|bc|tb)1([qp])/.exec(address) ?? []
  if (prefix) {
    const network = prefix === 'bc' ? 'main' : prefix === 'tb' ? 'test' : 'regtest'
    const data = address.length - prefix.length - 1
    return { type: version === 'p' ? 'P2TR' : data > 39 ? 'P2WSH' : 'P2WPKH', network }
  }
  if (/^[13]/.test(address)) {
    return { type: address.startsWith('1') ? 'P2PKH' : 'P2SH', network: 'main' }
  }
  if (/^[2mn]/.test(address)) {
    return { type: address.startsWith('2') ? 'P2SH' : 'P2PKH', network: 'test' }
  }
  return null
}

/** Whether so few satoshi cannot be paid to this address. */
export function isDust(sats: number, address: string): boolean {
  const form = readAddressForm(address)
  return form !== null && BigInt(sats) < dustSats[form.type]
}
