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
  formatMonthDay,
  formatPercent,
  formatTime,
  formatUsd,
  formatUsdBare,
  usdParts,
} from './format.ts'
import { currentLanguage } from './i18n.ts'
import type { AppLanguage } from './language.ts'

export function useLanguage(): AppLanguage {
  useTranslation()
  return currentLanguage()
}

/** The formats of `format.ts` in the person's language. */
export function useFormat() {
  const language = useLanguage()
  const { t } = useTranslation()
  return useMemo(
    () => ({
      usd: (amount: number) => formatUsd(amount, language),
      usdBare: (amount: number) => formatUsdBare(amount, language),
      usdParts: (amount: number) => usdParts(amount, language),
      decimal: (number: number) => formatDecimal(number, language),
      count: (count: number) => formatCount(count, language),
      percent: (percent: number) => formatPercent(percent, language),
      change: (percent: number, decimals?: 1 | 2) => formatChange(percent, language, decimals),
      date: (instant: string | Date) => formatDate(instant, language),
      day: (instant: string | Date) => formatDay(instant, language),
      time: (instant: string | Date) => formatTime(instant, language),
      dateTime: (instant: string | Date) => formatDateTime(instant, language),
      monthDay: (instant: string | Date) => formatMonthDay(instant, language),
      /** 'hace 8 s' */
      age: (instant: string, now: number) => {
        const { unit, count } = ageOf(instant, now)
        return t(`time.ago.${unit}`, { count })
      },
    }),
    [language, t],
  )
}
