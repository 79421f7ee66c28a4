import type { Language } from '#contract/languages.ts'
import { btcText } from '#domain/money.ts'

const timeZone = 'America/El_Salvador'

/** Dollars as the country writes them for those who read Spanish: $1,234.56. */
const locales: Record<Language, string> = { es: 'es-SV', en: 'en-US', it: 'it-IT', pt: 'pt-BR' }

/** Names as people wrote them, amounts and times as their language has them. */
export type Words = {
  usd(cents: bigint): string
  btc(sats: bigint): string
  count(value: number): string
  when(at: Date): string
  name(text: string): string
}

/** A sum in dollars and in bitcoin. */
export const amount = (sats: bigint, usdCents: bigint, { usd, btc }: Words): string =>
  `${usd(usdCents)} · ${btc(sats)}`

/** The asker and the IP address. */
export const fromWhere = (
  { asker, ip }: { asker: string; ip: string | null },
  { name }: Words,
): string => (ip === null ? name(asker) : `${name(asker)} · IP ${ip}`)

/**
 * A name in which no six digits stand alone: a person in a hurry who looks for a code, or the
 * telephone that offers to fill it in, must not find a payroll called 202611. A narrow space parts them.
 */
export function withoutCodes(text: string): string {
  return text.replaceAll(/(?<!\d)(\d{3})(\d{3})(?!\d)/g, '$1\u202f$2')
}

function makeWords(language: Language): Words {
  const locale = locales[language]
  const dollars = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: language === 'es' || language === 'en' ? 'narrowSymbol' : 'symbol',
    useGrouping: 'always',
  })
  const bitcoin = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 8,
    maximumFractionDigits: 8,
    useGrouping: 'always',
  })
  const whole = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return {
    // A decimal string is formatted exactly, whatever its size; a number would not be.
    usd: (cents) => dollars.format(decimal(cents, 2)),
    btc: (sats) => `${bitcoin.format(btcText(sats) as Intl.StringNumericLiteral)} BTC`,
    count: (value) => whole.format(value),
    when: (at) =>
      time
        .formatToParts(at)
        .map(({ type, value }) => (type === 'hour' ? String(Number(value)) : value))
        .join(''),
    name: withoutCodes,
  }
}

// Formatters are slow to make, and a block may bring thousands of messages.
const made = new Map<Language, Words>()

export function wordsOf(language: Language): Words {
  const words = made.get(language) ?? makeWords(language)
  made.set(language, words)
  return words
}

function decimal(value: bigint, places: number): Intl.StringNumericLiteral {
  const digits = value.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}` as Intl.StringNumericLiteral
}
