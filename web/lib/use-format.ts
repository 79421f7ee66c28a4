import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ageOf,
  formatChange,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatList,
  formatLongDay,
  formatLongDayWithin,
  formatMonthDay,
  formatPercent,
  formatPercentOf,
  formatTime,
  formatTimeOfDay,
  formatUsd,
  formatUsdBare,
  formatUsdBrief,
  formatUsdChange,
  formatWeekday,
  formatWeekdayAndDay,
  usdParts,
} from './format.ts'
import { monthName } from './month-name.ts'
import { useLanguage } from './use-language.ts'

/** The formats of `format.ts` in the person's language. */
export function useFormat() {
  const language = useLanguage()
  const { t } = useTranslation()
  return useMemo(
    () => ({
      usd: (amount: number) => formatUsd(amount, language),
      usdBrief: (amount: number) => formatUsdBrief(amount, language),
      usdChange: (amount: number) => formatUsdChange(amount, language),
      usdBare: (amount: number) => formatUsdBare(amount, language),
      usdParts: (amount: number) => usdParts(amount, language),
      decimal: (number: number) => formatDecimal(number, language),
      count: (count: number) => formatCount(count, language),
      percent: (percent: number) => formatPercent(percent, language),
      percentOf: (percent: number) => formatPercentOf(percent, language),
      change: (percent: number, decimals?: 1 | 2) => formatChange(percent, language, decimals),
      date: (instant: string | Date) => formatDate(instant, language),
      day: (instant: string | Date) => formatDay(instant, language),
      time: (instant: string | Date) => formatTime(instant, language),
      timeOfDay: (instant: string | Date) => formatTimeOfDay(instant, language),
      dateTime: (instant: string | Date) => formatDateTime(instant, language),
      monthDay: (instant: string | Date) => formatMonthDay(instant, language),
      weekday: (instant: string | Date) => formatWeekday(instant, language),
      weekdayAndDay: (instant: string | Date) => formatWeekdayAndDay(instant, language),
      longDay: (instant: string | Date) => formatLongDay(instant, language),
      longDayWithin: (instant: string | Date) => formatLongDayWithin(instant, language),
      list: (names: readonly string[]) => formatList(names, language),
      month: (month: string) => monthName(month, 'long', language),
      /** 'hace 8 s' */
      age: (instant: string, now: number) => {
        const { unit, count } = ageOf(instant, now)
        return t(`time.ago.${unit}`, { count })
      },
    }),
    [language, t],
  )
}
