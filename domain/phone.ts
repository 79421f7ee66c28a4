import { withoutMarks } from './invisible-marks.ts'

/** Separators of a phone's digits. */
const separators = /[\s.()[\]\-\u2010-\u2015\u2212]/g

/** A phone without spaces, dots, dashes and brackets: `+503 7777-1234` is `+50377771234`. */
export const compactPhone = (text: string): string => withoutMarks(text).replaceAll(separators, '')

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

/** Two phones in one field: `7777-1234 / 2222-3333`. */
const between = /[/;|,]|\s[yeo]\s/i
/** In Central America a mobile phone's number begins with one of these, a fixed one's with 1 or 2. */
const isMobile = (phone: string) => /^\+50[2-7][3-9]/.test(phone)

/**
 * A phone as people write it in their own country, in full; any other only without separators. The
 * mobile one of two phones: it gets messages.
 */
export function completePhone(text: string, country: string | undefined): string {
  const phones = text.split(between).map((phone) => completeOne(phone, country))
  const [first = '', second] = phones
  const areTwo = second !== undefined && phones.every((phone) => /^\+\d{8,14}$/.test(phone))
  return areTwo ? (phones.find(isMobile) ?? first) : completeOne(text, country)
}

/** A spreadsheet takes the plus for a sign, and drops it. */
function completeOne(text: string, country: string | undefined): string {
  const compact = compactPhone(text)
  const code = callingCodes[country ?? '']
  if (code === undefined) return compact
  if (/^\d{8}$/.test(compact)) return `+${code}${compact}`
  const [, whole] =
    /^(?:00)?(50[2-7]\d{8})$/.exec(compact) ?? /^00([1-9]\d{9,13})$/.exec(compact) ?? []
  return whole === undefined ? compact : `+${whole}`
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
