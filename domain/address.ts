import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'

/** The chains the server can run on, by their names in Bitcoin Core's RPC. */
export const networks = ['main', 'test', 'testnet4', 'signet', 'regtest'] as const
export type Network = (typeof networks)[number]

/** The output types that may be paid. P2A (anyone can spend it) and future witness versions may not. */
export type OutputType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR'

const typeOfScript: Record<string, OutputType> = {
  pkh: 'P2PKH',
  sh: 'P2SH',
  wpkh: 'P2WPKH',
  wsh: 'P2WSH',
  tr: 'P2TR',
}

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
    const type = typeOfScript[decoded.type]
    // Encoding runs the curve check that decoding leaves out: a taproot key with x off the curve
    // passes BIP 350's checksum and the node's policy, and could never be spent.
    return type ? { type, script: OutScript.encode(decoded) } : null
  } catch {
    // The codec reports every malformed text by throwing; here that is the answer 'not this family'.
    return null
  }
}

/** The text without spaces and without a BIP 21 `bitcoin:` prefix and query; bech32 in lower case. */
export function bareAddress(text: string): string {
  const bare = text
    .replaceAll(/\s/g, '')
    .replace(/^bitcoin:/i, '')
    .replace(/\?.*$/, '')
  const isBech32 = /^(bc|tb|bcrt)1/i.test(bare)
  // BIP 173 allows all upper case (QR codes) and forbids a mixture.
  return isBech32 && bare === bare.toUpperCase() ? bare.toLowerCase() : bare
}

/**
 * Decodes an address in full (base58check; BIP 173 bech32, BIP 350 bech32m, witness version and
 * program length) for one network. A right address of another network says which one it is of.
 */
export function parseBtcAddress(text: string, network: Network): ParsedAddress {
  const address = bareAddress(text)
  const family = familyOf[network]
  const found = decode(address, family)
  if (found) return { ok: true, address, ...found }
  const other = (['main', 'test', 'regtest'] as const).find(
    (candidate) => candidate !== family && decode(address, candidate),
  )
  return { ok: false, otherNetwork: other ?? null }
}

/**
 * The type of a script that an address stands for, by its first bytes and length (BIP 16, 141, 341);
 * null for any other. It looks at the form alone: whether a taproot key is on the curve was checked
 * when the address was parsed, and costs too much to check for thousands at once.
 */
export function outputTypeOf(script: Uint8Array): OutputType | null {
  const [first, second] = script
  if (script.length === 25 && first === 0x76 && second === 0xa9) return 'P2PKH'
  if (script.length === 23 && first === 0xa9) return 'P2SH'
  if (script.length === 22 && first === 0x00) return 'P2WPKH'
  if (script.length === 34 && first === 0x00) return 'P2WSH'
  return script.length === 34 && first === 0x51 ? 'P2TR' : null
}

/** The address of an output script on a network, or null where the script has no such form. */
export function addressOfScript(script: Uint8Array, network: Network): string | null {
  const decoded = OutScript.decode(script)
  if (!typeOfScript[decoded.type]) return null
  return Address(prefixes[familyOf[network]]).encode(
    decoded as Parameters<ReturnType<typeof Address>['encode']>[0],
  )
}

/** The P2WPKH address (BIP 84) of a compressed public key's script, and its prefixes for signing. */
export const networkPrefixes = (network: Network) => prefixes[familyOf[network]]

/** BIP 44 coin type: 0 on the main network, 1 on every test network. */
export const coinType = (network: Network): 0 | 1 => (network === 'main' ? 0 : 1)
