import { btcText } from './money.ts'

/**
 * BIP 21, with all 8 decimals: a mail has six digits that stand alone for a code, and an amount without its
 * trailing zeros may have as many.
 */
export const paymentLink = (address: string, sats: bigint): string =>
  `bitcoin:${address}?amount=${btcText(sats)}`
