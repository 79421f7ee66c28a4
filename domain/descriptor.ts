/**
 * The P2WPKH addresses of one branch of a BIP 84 account as an output descriptor (BIP 380, BIP 382),
 * without its checksum.
 */
export const accountDescriptor = (xpub: string, branch: number): string =>
  `wpkh(${xpub}/${branch}/*)`

const inputCharset =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumCharset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

function polymod(state: bigint, value: number): bigint {
  const top = state >> 35n
  let next = ((state & 0x7ffffffffn) << 5n) ^ BigInt(value)
  for (const [bit, mask] of generator.entries()) if ((top >> BigInt(bit)) & 1n) next ^= mask
  return next
}

/** A descriptor with the checksum of BIP 380, which programs ask for before they import one. */
export function withChecksum(descriptor: string): string {
  let state = 1n
  let group = 0
  let grouped = 0
  for (const character of descriptor) {
    const position = inputCharset.indexOf(character)
    if (position < 0) throw new RangeError('descriptor: a character that no descriptor has')
    state = polymod(state, position & 31)
    group = group * 3 + (position >> 5)
    grouped += 1
    if (grouped < 3) continue
    state = polymod(state, group)
    group = 0
    grouped = 0
  }
  if (grouped > 0) state = polymod(state, group)
  for (let zero = 0; zero < 8; zero++) state = polymod(state, 0)
  state ^= 1n
  const checksum = Array.from(
    { length: 8 },
    (_, n) => checksumCharset[Number((state >> BigInt(5 * (7 - n))) & 31n)],
  )
  return `${descriptor}#${checksum.join('')}`
}
