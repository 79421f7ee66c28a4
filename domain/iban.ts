/** ISO 13616: country, two check digits, and up to 30 letters and figures. */
const pattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** The remainder of a long number by 97, digit by digit; a letter stands for two digits, A for 10. */
function remainder(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** An IBAN without blanks and in capitals; null for a text that is none, or has a wrong check number. */
export function readIban(text: string): string | null {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!pattern.test(iban)) return null
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null
}
