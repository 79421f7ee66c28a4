/**
 * Addresses of other currencies by their form alone, the first that matches. Each has its own checksum;
 * nothing is paid to any of them, so the form suffices to name it.
 */
const forms: readonly [currency: string, form: RegExp][] = [
  ['Ethereum', /^(?:0x[0-9a-f]*|[a-z0-9.-]+\.eth)$/i],
  ['Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Litecoin', /^(?:t?ltc1[a-z0-9]+|[LM][1-9A-HJ-NP-Za-km-z]{26,33})$/],
  ['Bitcoin Cash', /^(?:(?:bitcoincash|bchtest):[a-z0-9]+|[qp][02-9ac-hj-np-z]{41})$/i],
  // The network of Liquid pays in bitcoin of its own.
  ['Liquid', /^(?:(?:lq|ex|tlq|tex|el|ert)1[a-z0-9]+|V[JT][1-9A-HJ-NP-Za-km-z]{78})$/],
  ['Dogecoin', /^D[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Dash', /^X[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Zcash', /^(?:t[13][1-9A-HJ-NP-Za-km-z]{33}|zs1[a-z0-9]{70,}|u1[a-z0-9]{100,})$/],
  ['XRP', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['Cardano', /^(?:addr1[a-z0-9]+|Ae2[1-9A-HJ-NP-Za-km-z]{50,})$/],
  ['Cosmos', /^cosmos1[a-z0-9]+$/],
  ['BNB', /^bnb1[a-z0-9]+$/],
  ['Monero', /^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/],
  ['Stellar', /^G[A-Z2-7]{55}$/],
  ['TON', /^[EUk0]Q[A-Za-z0-9_-]{46}$/],
  ['Polkadot', /^1[1-9A-HJ-NP-Za-km-z]{46,47}$/],
  ['Solana', /^[1-9A-HJ-NP-Za-km-z]{43,44}$/],
]

/** The currency whose address the text looks like, by its own name; null for none that is known. */
export function currencyOf(text: string): string | null {
  return forms.find(([, form]) => form.test(text))?.[0] ?? null
}
