import type { Language } from '#contract/languages.ts'
// Imported directly instead of through another feature, so that the thread of receipts loads
// little.
import { amountsAndTimes, locales, timeZone } from '#server/platform/amounts-and-times.ts'

function makeFormats(language: Language) {
  const locale = locales[language]
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options })
  const short = part({ day: 'numeric', month: 'short', year: 'numeric' })
  const long = part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const clock = part({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
  const hour = (text: string) => text.replace(/^0(\d)/, '$1')
  const { usd, count, when } = amountsAndTimes(language)
  return {
    usd,
    count,
    /** `30 oct 2026, 8:52`. */
    when,
    /** `30 oct 2026`. */
    day: (at: Date) => short.format(at),
    /** `viernes 30 de octubre de 2026`. */
    longDay: (at: Date) => (language === 'es' ? long.format(at).replace(',', '') : long.format(at)),
    /** `8:30:12`. */
    time: (at: Date) => hour(clock.format(at)),
  }
}

// Formatters are slow to make, and a run has thousands of receipts.
const made = new Map<Language, ReturnType<typeof makeFormats>>()

/** Amounts and times of a receipt as its language writes them, by the clocks of El Salvador. */
export function formatsOf(language: Language) {
  const formats = made.get(language) ?? makeFormats(language)
  made.set(language, formats)
  return formats
}
