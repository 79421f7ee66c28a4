import { type AppLanguage, localeOf } from '#web/lib/language.ts'

/** `2026-11` as 'nov' or 'noviembre'. A month of the calendar, so that no time zone moves it. */
export function monthName(month: string, length: 'short' | 'long', language: AppLanguage): string {
  const formatter = new Intl.DateTimeFormat(localeOf[language], { month: length, timeZone: 'UTC' })
  const name = formatter.format(new Date(`${month}-01T00:00:00Z`))
  // Spanish has one of four letters, and some languages end with a point.
  return length === 'short' ? name.slice(0, 3) : name
}
