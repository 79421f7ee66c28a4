/**
 * Codes of the wire for a text that is no address to pay. Apart from what finds them: each page loads
 * the codes, and few load the libraries that read addresses.
 */
export const addressFaultCodes = [
  'LIGHTNING_ADDRESS',
  'LIGHTNING_INVOICE',
  'EXTENDED_KEY',
  'SILENT_PAYMENT',
  'OTHER_COIN',
  'OTHER_NETWORK',
  'CHECKSUM',
  'LENGTH',
  'INVALID',
] as const
export type AddressFaultCode = (typeof addressFaultCodes)[number]
