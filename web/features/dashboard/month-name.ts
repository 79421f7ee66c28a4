import { type AppLanguage, localeOf } from '#web/lib/language.ts'

/** `2026-11` as 'nov' or 'noviembre'. A month of the calendar, so that no time zone moves it. */
export function monthName(month: string, length: 'short' | 'long', language: AppLanguage): string {
  const formatter = new Intl.DateTimeFormat(localeOf[language], { month: length, timeZone: 'UTC' })
  return formatter.format(new Date(`${month}-01T00:00:00Z`)).replace('.', '')
}
