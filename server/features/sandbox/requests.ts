import type { FieldText } from '#contract/texts/keys.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { parseBtc, parseUsdNumber, SATS_PER_BTC } from '#domain/money.ts'
import { SandboxRefusal } from './texts.ts'

const giftAtMostSats = 100n * SATS_PER_BTC
/** The highest dust limit of any output type, so that the node accepts a gift to any address. */
const giftAtLeastSats = 546n

const textOfOtherNetwork: Record<'main' | 'test' | 'regtest', FieldText> = {
  main: 'addressOfMain',
  test: 'addressOfTest',
  regtest: 'addressOfRegtest',
}

export function faucetScriptOf(address: string, network: Network): Uint8Array {
  const parsed = parseBtcAddress(address, network)
  if (parsed.ok) return parsed.script
  const { otherNetwork } = parsed
  throw new SandboxRefusal(otherNetwork ? textOfOtherNetwork[otherNetwork] : 'address')
}

export function faucetSats(btc: string): bigint {
  const sats = parseBtc(btc)
  if (sats === null || sats < giftAtLeastSats || sats > giftAtMostSats) {
    throw new SandboxRefusal('amount')
  }
  return sats
}

export function priceUsdCents(usd: number): bigint {
  const usdCents = parseUsdNumber(usd)
  if (usdCents === null) throw new SandboxRefusal('price')
  return usdCents
}
