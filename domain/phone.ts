/** Separators of a phone's digits, and the marks of direction that a copy brings along. */
const separators = /[\s.()[\]\-\u2010-\u2015\u2212\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A phone without spaces, dots, dashes and brackets: `+503 7777-1234` is `+50377771234`. */
export const compactPhone = (text: string): string => text.replaceAll(separators, '')

/**
 * Calling codes (ITU-T E.164) of the countries of Central America, whose numbers all have eight digits
 * and are written without the code at home.
 */
const callingCodes: Record<string, string> = {
  GT: '502',
  SV: '503',
  HN: '504',
  NI: '505',
  CR: '506',
  PA: '507',
}

/** A phone as people write it in their own country, in full; any other only without separators. */
export function completePhone(text: string, country: string | undefined): string {
  const compact = compactPhone(text)
  const code = callingCodes[country ?? '']
  return code !== undefined && /^\d{8}$/.test(compact) ? `+${code}${compact}` : compact
}

/** A phone that somebody may mean; `country`: only where it is a phone of that country. */
type MeantPhone = { phone: string; country: string | null }

/** The phones, in full, that `text` may stand for where nobody knows its country: at home it has no calling code. */
export function phonesMeant(text: string): MeantPhone[] {
  const typed = compactPhone(text)
  const asTyped = { phone: typed, country: null }
  if (/^\d{8}$/.test(typed)) {
    const abroad = Object.entries(callingCodes)
    return [asTyped, ...abroad.map(([country, code]) => ({ phone: `+${code}${typed}`, country }))]
  }
  const [, digits] = /^(?:00)?([1-9]\d{9,14})$/.exec(typed) ?? []
  return digits ? [asTyped, { phone: `+${digits}`, country: null }] : [asTyped]
}
