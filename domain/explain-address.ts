import { base58, bech32, bech32m } from '@scure/base'
import {
  addressPrefix,
  bareAddress,
  type Network,
  type ParsedAddress,
  parseBtcAddress,
} from './address.ts'
import type { AddressFaultCode } from './address-fault-codes.ts'
import { currencyOf } from './other-currencies.ts'
import { holdsSeedPhrase } from './seed-phrase.ts'

/** The kind of text, finer than its code where people need another sentence. */
export type AddressFaultKind =
  | Exclude<AddressFaultCode, 'OTHER_NETWORK' | 'LENGTH'>
  | 'PRIVATE_KEY'
  | 'SEED_PHRASE'
  | 'MAIN_NETWORK'
  | 'TEST_NETWORK'
  | 'REGTEST_NETWORK'
  | 'TOO_SHORT'
  | 'TOO_LONG'

export type AddressFault = {
  code: AddressFaultCode
  kind: AddressFaultKind
  /** The words that the sentence names: `value`, `currency`, `length`, and always the right `prefix`. */
  params: Record<string, string>
}
export type ExplainedAddress =
  | Extract<ParsedAddress, { ok: true }>
  | { ok: false; fault: AddressFault }

type Found = Omit<AddressFault, 'params'> & { params?: Record<string, string> }

/** A private key has 51 characters at least, twelve words have 47. */
const shortestSecret = 47

/** Whether a text is a secret of a wallet, by which everything in it can be spent: nowhere to be kept. */
export function isWalletSecret(text: string): boolean {
  if (text.length < shortestSecret) return false
  if (holdsSeedPhrase(text)) return true
  const bare = bareAddress(text.slice(0, readCharacters))
  return extendedKey.exec(bare)?.[1]?.toLowerCase() === 'prv' || isPrivateKey(bare)
}

/** The length of a URI that holds an invoice beside the address: a longer text is no address. */
const longestText = 4_000
/** A text that is no address is looked at no further. */
const readCharacters = 2_000

const unread: ParsedAddress = { ok: false, otherNetwork: null }

/**
 * Reads an address as `parseBtcAddress` does, and names a text that is none: what somebody copied
 * instead. A right address costs no more than reading it.
 */
export function explainAddress(text: string, network: Network): ExplainedAddress {
  const parsed = text.length > longestText ? unread : parseBtcAddress(text, network)
  if (parsed.ok) return parsed
  const bare = bareAddress(text.slice(0, readCharacters))
  const otherNetwork = parsed.otherNetwork ?? otherNetworkOf(bare, network)
  const { params, ...fault } = notOnChain(text.slice(0, readCharacters), bare) ??
    (otherNetwork && ofNetwork(otherNetwork)) ??
    miscopied(bare) ??
    otherCurrency(bare) ?? { code: 'INVALID', kind: 'INVALID' }
  return { ok: false, fault: { ...fault, params: { prefix: addressPrefix(network), ...params } } }
}

/** LUD-16 and BIP 353, which prefixes ₿. */
const nameAtHost = /^(?:lightning:)?₿?([^@/]{1,64}@[^@/]{1,255})$/iu
/** BOLT 11 and 12 on each network, LUD-01 and LUD-17. */
const invoice = /^(?:lightning:|ln(?:bcrt|bc|tbs|tb|sb|url)|ln[oir]1)/i
/** SLIP 132, also inside a descriptor (BIP 380). */
const extendedKey = /(?:^|[(\],/])[xyztuv](pub|prv)/i
/** BIP 352. */
const silentPayment = /^t?sp1/i
/** BIP 321: a URI may hold other ways to be paid, and no address. */
const uriOfOther = /^\s*bitcoin:(?:\/\/)?\?(?:.*&)?(lno|lightning|sp)=/i

function notOnChain(text: string, bare: string): Found | null {
  if (holdsSeedPhrase(text)) return { code: 'INVALID', kind: 'SEED_PHRASE' }
  const way = uriOfOther.exec(text)?.[1]?.toLowerCase()
  if (way) return way === 'sp' ? same('SILENT_PAYMENT') : same('LIGHTNING_INVOICE')
  const name = nameAtHost.exec(bare)?.[1]
  if (name) return { ...same('LIGHTNING_ADDRESS'), params: { value: shown(name) } }
  if (invoice.test(bare)) return same('LIGHTNING_INVOICE')
  if (silentPayment.test(bare)) return same('SILENT_PAYMENT')
  const key = extendedKey.exec(bare)?.[1]?.toLowerCase()
  if (key)
    return key === 'prv' ? { code: 'EXTENDED_KEY', kind: 'PRIVATE_KEY' } : same('EXTENDED_KEY')
  return isPrivateKey(bare) ? { code: 'INVALID', kind: 'PRIVATE_KEY' } : null
}

const same = (code: Exclude<AddressFaultCode, 'OTHER_NETWORK' | 'LENGTH'>) => ({ code, kind: code })

/** Letters, figures and the marks of such a name: nothing that hides or deceives. */
function shown(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}@._+-]/gu, '')
  return plain.length <= 40 ? plain : `${plain.slice(0, 24)}…${plain.slice(-14)}`
}

/** The wallet import format: 32 bytes, compressed or not, on the main or a test network. */
function isPrivateKey(bare: string): boolean {
  if (!/^[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}$/.test(bare)) return false
  const [version] = base58.decode(bare)
  return version === 0x80 || version === 0xef
}

type Family = NonNullable<Extract<ParsedAddress, { ok: false }>['otherNetwork']>

const ofNetwork = (found: Family): Found => ({ code: 'OTHER_NETWORK', kind: networkKinds[found] })

const familyOfPrefix: Record<string, Family> = { bc: 'main', tb: 'test', bcrt: 'regtest' }

/** The other network that the first characters name, where the rest is wrong too. */
function otherNetworkOf(bare: string, network: Network): Family | null {
  const prefix = bech32Prefix(bare)
  if (prefix)
    return `${prefix}1` === addressPrefix(network) ? null : (familyOfPrefix[prefix] ?? null)
  if (!likeBase58Address.test(bare)) return null
  const found = /^[13]/.test(bare) ? 'main' : 'test'
  return (found === 'main') === (network === 'main') ? null : found
}

const networkKinds = {
  main: 'MAIN_NETWORK',
  test: 'TEST_NETWORK',
  regtest: 'REGTEST_NETWORK',
} as const satisfies Record<Family, AddressFaultKind>

const bech32Prefix = (bare: string) => /^(bcrt|bc|tb)1/i.exec(bare)?.[1]?.toLowerCase()
const likeBase58Address = /^[123mn][0-9A-Za-z]{19,41}$/

/** An address for this network with a character that is wrong, missing or too many. */
function miscopied(bare: string): Found | null {
  const prefix = bech32Prefix(bare)
  if (prefix) return miscopiedBech32(bare, bare.length - prefix.length - 1)
  return likeBase58Address.test(bare) ? miscopiedBase58(bare) : null
}

const tooShort = (length: number) => wrongLength('TOO_SHORT', length)
const tooLong = (length: number) => wrongLength('TOO_LONG', length)
const wrongLength = (kind: 'TOO_SHORT' | 'TOO_LONG', length: number): Found => ({
  code: 'LENGTH',
  kind,
  params: { length: String(length) },
})

/** Version, program and checksum of BIP 141: 39 characters for 20 bytes, 59 for 32. */
const shortData = 39
const longData = 59

function miscopiedBech32(bare: string, data: number): Found | null {
  // A right checksum: nothing is miscopied, and by chance it has the form of another currency's address.
  if (hasRightChecksum(bare)) return same('INVALID')
  const isTaproot = bare.at(-data)?.toLowerCase() === 'p'
  if (data === longData || (data === shortData && !isTaproot)) return same('CHECKSUM')
  if (data > longData) return tooLong(bare.length)
  const isNearShort = !isTaproot && data > shortData && data - shortData <= longData - data
  return isNearShort ? tooLong(bare.length) : tooShort(bare.length)
}

const hasRightChecksum = (bare: string): boolean =>
  bech32.decodeUnsafe(bare, 90) !== undefined || bech32m.decodeUnsafe(bare, 90) !== undefined

/** Version, hash and checksum of a base58check address. */
const base58Bytes = 25

function miscopiedBase58(bare: string): Found {
  // 0, O, I and l are not in the alphabet: somebody typed them.
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(bare)) return same('CHECKSUM')
  const bytes = base58.decode(bare).length
  if (bytes === base58Bytes) return same('CHECKSUM')
  return bytes < base58Bytes ? tooShort(bare.length) : tooLong(bare.length)
}

function otherCurrency(bare: string): Found | null {
  const currency = currencyOf(bare)
  return currency ? { ...same('OTHER_COIN'), params: { currency } } : null
}

/** Whether the same address is asked for once more, or another one. */
export const askFor = ({ kind }: AddressFault): 'again' | 'another' =>
  kind === 'CHECKSUM' || kind === 'TOO_SHORT' || kind === 'TOO_LONG' ? 'again' : 'another'
