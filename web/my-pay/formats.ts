import { dayMs } from '#domain/durations.ts'
import {
  formatCount,
  formatDate,
  formatDay,
  formatMonthDay,
  formatPercent,
  formatTime,
  formatUsd,
} from '#web/lib/format.ts'
import { type AppLanguage, localeOf } from '#web/lib/language.ts'
import { useWords } from './texts.ts'

const timeZone = 'America/El_Salvador'

/** `Lunes 30 de noviembre` */
function weekday(instant: string, language: AppLanguage): string {
  const options = { timeZone, weekday: 'long', day: 'numeric', month: 'long' } as const
  const text = new Intl.DateTimeFormat(localeOf[language], options).format(new Date(instant))
  const spoken = language === 'es' ? text.replace(',', '') : text
  return spoken.charAt(0).toUpperCase() + spoken.slice(1)
}

/** `octubre de 2026`: what a payment without words of its own is called. */
function month(instant: string, language: AppLanguage): string {
  const options = { timeZone, month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(localeOf[language], options).format(new Date(instant))
}

/** Whole days in El Salvador from now until then. */
function daysUntil(instant: string, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone })
  const midnight = (at: number) => Date.parse(day.format(at))
  return Math.round((midnight(Date.parse(instant)) - midnight(now)) / dayMs)
}

/** The formats of web/lib/format.ts in the page's language, and two that only this page has. */
export function useFormats() {
  const { language } = useWords()
  return {
    usd: (usd: number) => formatUsd(usd, language),
    count: (count: number) => formatCount(count, language),
    percent: (percent: number) => formatPercent(percent, language),
    date: (instant: string) => formatDate(instant, language),
    day: (instant: string) => formatDay(instant, language),
    monthDay: (instant: string) => formatMonthDay(instant, language),
    time: (instant: string) => formatTime(instant, language),
    month: (instant: string) => month(instant, language),
    weekday: (instant: string) => weekday(instant, language),
    daysUntil,
  }
}
