/** BIP 173: the data part of bech32, without 1, b, i and o. */
const bech32Data = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/i
const base58 = /[^1-9A-HJ-NP-Za-km-z]/

/**
 * The place of the first character that cannot stand in an address of this kind. Undefined where
 * every character may, and it is the checksum or the length that is wrong.
 */
export function wrongCharacter(address: string): number | undefined {
  const prefix = /^(bcrt|bc|tb)1/i.exec(address)?.[0]
  if (prefix === undefined) return placeOf(base58, address)
  const inData = placeOf(bech32Data, address.slice(prefix.length))
  if (inData !== undefined) return prefix.length + inData
  // Either case may be used, never both (BIP 173): the first that differs from the first letter's.
  const isUpper = /[a-z]/i.exec(address)?.[0].match(/[A-Z]/) !== null
  return placeOf(isUpper ? /[a-z]/ : /[A-Z]/, address)
}

function placeOf(pattern: RegExp, text: string): number | undefined {
  const place = text.search(pattern)
  return place === -1 ? undefined : place
}
