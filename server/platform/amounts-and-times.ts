import type { Language } from '#contract/languages.ts'
import { btcText } from '#domain/money.ts'

export const timeZone = 'America/El_Salvador'

/** Dollars as the country writes them for those who read Spanish: $1,234.56. */
export const locales: Record<Language, string> = {
  es: 'es-SV',
  en: 'en-US',
  it: 'it-IT',
  pt: 'pt-BR',
}

export type AmountsAndTimes = {
  usd(cents: bigint): string
  btc(sats: bigint): string
  count(value: number): string
  when(at: Date): string
  /** `Lunes 30 de noviembre`. */
  weekday(at: Date): string
}

function make(language: Language): AmountsAndTimes {
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
  const date = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
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
    weekday: (at) => {
      const text = language === 'es' ? date.format(at).replace(',', '') : date.format(at)
      return `${text[0]?.toUpperCase()}${text.slice(1)}`
    },
  }
}

// Formatters are slow to make, and a block may bring thousands of messages.
const made = new Map<Language, AmountsAndTimes>()

/** Amounts and times as a language writes them, by the clocks of El Salvador. */
export function amountsAndTimes(language: Language): AmountsAndTimes {
  const formats = made.get(language) ?? make(language)
  made.set(language, formats)
  return formats
}

function decimal(value: bigint, places: number): Intl.StringNumericLiteral {
  const digits = value.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}` as Intl.StringNumericLiteral
}
