import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import { withoutMarks } from './invisible-marks.ts'

/** The chains the server can run on, by their names in Bitcoin Core's RPC. */
export const networks = ['main', 'test', 'testnet4', 'signet', 'regtest'] as const
export type Network = (typeof networks)[number]

/** The output types that may be paid. P2A (anyone can spend it) and future witness versions may not. */
export type OutputType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR'

/** Output types by their names in @scure/btc-signer. */
const encodedTypes = { P2PKH: 'pkh', P2SH: 'sh', P2WPKH: 'wpkh', P2WSH: 'wsh' } as const
const typeOfScript = new Map<string, OutputType>([
  ...(Object.entries(encodedTypes) as [OutputType, string][]).map(
    ([type, name]) => [name, type] as const,
  ),
  ['tr', 'P2TR'],
])

/** Networks that share address prefixes: test, testnet4 and signet; their legacy forms also regtest's. */
type Family = 'main' | 'test' | 'regtest'
const familyOf: Record<Network, Family> = {
  main: 'main',
  test: 'test',
  testnet4: 'test',
  signet: 'test',
  regtest: 'regtest',
}
const prefixes: Record<Family, typeof NETWORK> = {
  main: NETWORK,
  test: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

export type ParsedAddress =
  | { ok: true; address: string; type: OutputType; script: Uint8Array }
  | { ok: false; otherNetwork: Family | null }

function decode(text: string, family: Family): { type: OutputType; script: Uint8Array } | null {
  try {
    const decoded = Address(prefixes[family]).decode(text)
    const type = typeOfScript.get(decoded.type)
    // Encoding runs the curve check that decoding leaves out: a taproot key with x off the curve
    // passes BIP 350's checksum and the node's policy, and could never be spent.
    return type ? { type, script: OutScript.encode(decoded) } : null
  } catch {
    // The codec reports every malformed text by throwing; here that is the answer 'not this family'.
    return null
  }
}

/** The text without blanks and without a BIP 21 `bitcoin:` prefix and query; bech32 in lower case. */
export function bareAddress(text: string): string {
  const [bare = ''] = withoutMarks(text)
    .replaceAll(/\s/g, '')
    .replace(/^bitcoin:(?:\/\/)?/i, '')
    .split('?', 1)
  const isBech32 = /^(bc|tb|bcrt)1/i.test(bare)
  // BIP 173 allows all upper case (QR codes) and forbids a mixture.
  return isBech32 && bare === bare.toUpperCase() ? bare.toLowerCase() : bare
}

/** BIP 173: no bech32 is longer. */
const longestAddress = 90

/**
 * Decodes an address in full (base58check; BIP 173 bech32, BIP 350 bech32m, witness version and
 * program length) for one network. A right address of another network says which one it is of.
 */
export function parseBtcAddress(text: string, network: Network): ParsedAddress {
  const address = bareAddress(text)
  // Reading base58 takes time by the square of its length.
  if (address.length > longestAddress) return { ok: false, otherNetwork: null }
  const family = familyOf[network]
  const found = decode(address, family)
  if (found) return { ok: true, address, ...found }
  const other = (['main', 'test', 'regtest'] as const).find(
    (candidate) => candidate !== family && decode(address, candidate),
  )
  return { ok: false, otherNetwork: other ?? null }
}

/** The bytes around the hash or key of each type that an address stands for (BIP 16, 141, 341). */
const scriptForms = {
  P2PKH: { before: [0x76, 0xa9, 20], length: 20, after: [0x88, 0xac] },
  P2SH: { before: [0xa9, 20], length: 20, after: [0x87] },
  P2WPKH: { before: [0x00, 20], length: 20, after: [] },
  P2WSH: { before: [0x00, 32], length: 32, after: [] },
  P2TR: { before: [0x51, 32], length: 32, after: [] },
} as const satisfies Record<OutputType, { before: number[]; length: number; after: number[] }>

/**
 * The type of a script that an address stands for; null for any other. It looks at the form alone:
 * whether a taproot key is on the curve was checked when the address was parsed, and costs too much to
 * check for thousands at once.
 */
export function outputTypeOf(script: Uint8Array): OutputType | null {
  for (const type of Object.keys(scriptForms) as OutputType[]) {
    const { before, length, after } = scriptForms[type]
    if (script.length !== before.length + length + after.length) continue
    const matches =
      before.every((byte, at) => script[at] === byte) &&
      after.every((byte, at) => script[before.length + length + at] === byte)
    if (matches) return type
  }
  return null
}

/**
 * The address of an output script on a network, or null where the script has no such form. Like
 * `outputTypeOf` it looks at the form alone.
 */
export function addressOfScript(script: Uint8Array, network: Network): string | null {
  const type = outputTypeOf(script)
  if (!type) return null
  const { before, length } = scriptForms[type]
  const program = script.subarray(before.length, before.length + length)
  const value =
    type === 'P2TR' ? { type: 'tr', pubkey: program } : { type: encodedTypes[type], hash: program }
  return Address(prefixes[familyOf[network]]).encode(
    value as Parameters<ReturnType<typeof Address>['encode']>[0],
  )
}

/** The P2WPKH address (BIP 84) of a compressed public key's script, and its prefixes for signing. */
export const networkPrefixes = (network: Network) => prefixes[familyOf[network]]

/** The first characters of most addresses of a network: `bc1`. */
export const addressPrefix = (network: Network): string => `${networkPrefixes(network).bech32}1`

/** BIP 44 coin type: 0 on the main network, 1 on every test network. */
export const coinType = (network: Network): 0 | 1 => (network === 'main' ? 0 : 1)
