import { type AppLanguage, localeOf } from './language.ts'

/** All dates, months and days are El Salvador's, wherever the browser is. */
const timeZone = 'America/El_Salvador'

function keepMade<Key extends string, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const present = made.get(key)
    if (present !== undefined) return present
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}

const dollars = keepMade(
  (language: AppLanguage) =>
    new Intl.NumberFormat(localeOf[language], {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      useGrouping: 'always',
    }),
)
const wholeDollars = keepMade(
  (language: AppLanguage) =>
    new Intl.NumberFormat(localeOf[language], {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
      useGrouping: 'always',
    }),
)
const bare = keepMade(
  (language: AppLanguage) =>
    new Intl.NumberFormat(localeOf[language], {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      useGrouping: 'always',
    }),
)
const counts = keepMade(
  (language: AppLanguage) => new Intl.NumberFormat(localeOf[language], { useGrouping: 'always' }),
)

/** `$1,234.56` */
export function formatUsd(usd: number, language: AppLanguage): string {
  return dollars(language).format(usd)
}

/** `$500`, and `$500.50` where there are cents: a limit that somebody chose. */
export function formatUsdBrief(usd: number, language: AppLanguage): string {
  return Number.isInteger(usd) ? wholeDollars(language).format(usd) : formatUsd(usd, language)
}

/** `+$150.00`, `−$740.00` */
export function formatUsdChange(usd: number, language: AppLanguage): string {
  const sign = usd > 0 ? '+' : usd < 0 ? '\u2212' : ''
  return `${sign}${formatUsd(Math.abs(usd), language)}`
}

/** `1,234.56`, where the sentence around it names the currency. */
export function formatUsdBare(usd: number, language: AppLanguage): string {
  return bare(language).format(usd)
}

const decimals = keepMade(
  (language: AppLanguage) =>
    new Intl.NumberFormat(localeOf[language], { maximumFractionDigits: 1 }),
)

/** `14.6`, for sizes and rates that are no money. */
export function formatDecimal(number: number, language: AppLanguage): string {
  return decimals(language).format(number)
}

export interface UsdPart {
  kind: 'symbol' | 'whole' | 'cents'
  text: string
}

const kindOfPart: Partial<Record<Intl.NumberFormatPartTypes, UsdPart['kind']>> = {
  currency: 'symbol',
  literal: 'symbol',
  decimal: 'cents',
  fraction: 'cents',
}

/** An amount in pieces, for figures whose symbol and cents are smaller. */
export function usdParts(usd: number, language: AppLanguage): UsdPart[] {
  const parts: UsdPart[] = []
  for (const { type, value } of dollars(language).formatToParts(usd)) {
    const kind = kindOfPart[type] ?? 'whole'
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += value
    else parts.push({ kind, text: value })
  }
  return parts
}

/** `1,018` */
export function formatCount(count: number, language: AppLanguage): string {
  return counts(language).format(count)
}

/** `43 %` (`43%` in the other languages); coverage is shown as ten times at most. */
export function formatPercent(percent: number, language: AppLanguage): string {
  // Spanish has a space before the sign, which the data of some browsers leave out for El Salvador.
  const text = `${Math.min(percent, 999)}${language === 'es' ? '\u00a0' : ''}%`
  return percent > 999 ? `> ${text}` : text
}

/** `4.1 %`: a share with a tenth. */
export function formatPercentOf(percent: number, language: AppLanguage): string {
  return `${formatDecimal(percent, language)}${language === 'es' ? '\u00a0' : ''}%`
}

const changesTo = (decimals: number) =>
  keepMade(
    (language: AppLanguage) =>
      new Intl.NumberFormat(localeOf[language], {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'exceptZero',
        useGrouping: 'always',
      }),
  )
const changes = { 1: changesTo(1), 2: changesTo(2) }

/** `+6.7 %`, `−5.9 %`: how much more or less than before; a ratio for showing, no money. */
export function formatChange(percent: number, language: AppLanguage, decimals: 1 | 2 = 1): string {
  const number = changes[decimals](language).format(percent).replace('-', '\u2212')
  return `${number}${language === 'es' ? '\u00a0' : ''}%`
}

/**
 * `0.15863559` in the groups in which it is read: `0.15`, `863`, `559`. The decimal point stays a
 * point in every language: wallets take no other, and amounts are copied into them.
 */
export function btcGroups(btc: string): string[] {
  const point = btc.indexOf('.')
  const end = point + 3
  return [btc.slice(0, end), btc.slice(end, end + 3), btc.slice(end + 3)].filter(Boolean)
}

function dateParts(language: AppLanguage, options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(localeOf[language], { timeZone, ...options })
}

const days = keepMade((language: AppLanguage) =>
  dateParts(language, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const daysOfYear = keepMade((language: AppLanguage) =>
  dateParts(language, { day: 'numeric', month: 'short' }),
)
const times = keepMade((language: AppLanguage) =>
  dateParts(
    language,
    language === 'en'
      ? { hour: 'numeric', minute: '2-digit' }
      : { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
  ),
)
const seconds = keepMade((language: AppLanguage) =>
  dateParts(language, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    ...(language !== 'en' && { hourCycle: 'h23' }),
  }),
)
const monthDays = keepMade((language: AppLanguage) =>
  dateParts(language, { day: 'numeric', month: 'long' }),
)

/** `14 nov 2026`, in English `Nov 14, 2026`: columns and cards have no room for '14 de nov. de 2026'. */
export function formatDate(instant: string | Date, language: AppLanguage): string {
  return withoutWords(days(language), instant, language)
}

/** `14 nov`, in English `Nov 14` */
export function formatDay(instant: string | Date, language: AppLanguage): string {
  return withoutWords(daysOfYear(language), instant, language)
}

function withoutWords(
  format: Intl.DateTimeFormat,
  instant: string | Date,
  language: AppLanguage,
): string {
  const date = new Date(instant)
  if (language === 'en') return format.format(date)
  // es-SV writes '14 nov 2026' or '14 nov. 2026' with the version of its data; ours has no point.
  return format
    .formatToParts(date)
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value.replace('.', ''))
    .join(' ')
}

/** `8:30` */
export function formatTime(instant: string | Date, language: AppLanguage): string {
  return withoutLeadingZero(times(language).format(new Date(instant)), language)
}

/** Some versions of the data write the hour 8 as 08 in a 24-hour clock. */
const withoutLeadingZero = (text: string, language: AppLanguage) =>
  language === 'es' ? text.replace(/^0(\d:)/, '$1') : text

/** `15:26:05`: where two acts are seconds apart. */
export function formatTimeOfDay(instant: string | Date, language: AppLanguage): string {
  return withoutLeadingZero(seconds(language).format(new Date(instant)), language)
}

/** `14 nov 2026, 8:30` */
export function formatDateTime(instant: string | Date, language: AppLanguage): string {
  return `${formatDate(instant, language)}, ${formatTime(instant, language)}`
}

/** `21 de noviembre` */
export function formatMonthDay(instant: string | Date, language: AppLanguage): string {
  return monthDays(language).format(new Date(instant))
}

const weekdays = keepMade((language: AppLanguage) => dateParts(language, { weekday: 'short' }))
const weekdaysAndDays = keepMade((language: AppLanguage) =>
  dateParts(language, { weekday: 'long', day: 'numeric' }),
)
const longDays = keepMade((language: AppLanguage) =>
  dateParts(language, { weekday: 'long', day: 'numeric', month: 'long' }),
)

/** `vie` */
export function formatWeekday(instant: string | Date, language: AppLanguage): string {
  return weekdays(language).format(new Date(instant)).replace('.', '')
}

/** `domingo 15`, in English `Sunday 15` */
export function formatWeekdayAndDay(instant: string | Date, language: AppLanguage): string {
  const parts = weekdaysAndDays(language).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')}`
}

/** `Viernes 27 de noviembre`, in English `Friday, November 27` */
export function formatLongDay(instant: string | Date, language: AppLanguage): string {
  const text = longDays(language).format(new Date(instant))
  // Spanish and Portuguese put a comma behind the weekday, where a title has none.
  const bare = language === 'en' ? text : text.replace(',', '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** A long day within a sentence: `viernes 27 de noviembre`. English alone keeps the capital. */
export function formatLongDayWithin(instant: string | Date, language: AppLanguage): string {
  const day = formatLongDay(instant, language)
  return language === 'en' ? day : day.charAt(0).toLowerCase() + day.slice(1)
}

const conjunctions = keepMade(
  (language: AppLanguage) => new Intl.ListFormat(localeOf[language], { type: 'conjunction' }),
)

/** `José y Rosa`, `Ana, Eva y Luz` */
export const formatList = (names: readonly string[], language: AppLanguage): string =>
  conjunctions(language).format(names)

let dayNumber: Intl.DateTimeFormat | undefined

/** The day of the month in El Salvador, 1 to 31. */
export function localDayOfMonth(instant: string | Date): number {
  // Made when a screen asks: it takes a slow phone longer than all else that its script begins with.
  dayNumber ??= new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' })
  return Number(dayNumber.format(new Date(instant)))
}

export type Age = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/** How long ago, in the largest unit that fits; never negative, should the clocks disagree. */
export function ageOf(instant: string, now: number): Age {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return { unit: 'hours', count: hours }
  return { unit: 'days', count: Math.floor(hours / 24) }
}
