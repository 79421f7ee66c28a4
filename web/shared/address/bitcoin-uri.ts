/**
 * BIP 21: `bitcoin:<address>?amount=<BTC>`. Trailing zeros are left out, as wallets write it.
 * `btc` has 8 decimals.
 */
export function bitcoinUri(address: string, btc?: string): string {
  if (btc === undefined) return `bitcoin:${address}`
  return `bitcoin:${address}?amount=${btc.replace(/\.?0+$/, '')}`
}
