import { useTranslation } from 'react-i18next'
import { dayMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** 'hoy, 9:12' · 'mañana, 9:30' · 'el 3 sep 2026', each within a sentence. */
export function useWhen(): (instant: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (instant) => {
    const now = Date.now()
    const day = format.date(instant)
    const time = format.time(instant)
    if (day === format.date(new Date(now))) return t('factors.when.today', { time })
    if (day === format.date(new Date(now + dayMs))) return t('factors.when.tomorrow', { time })
    return t('factors.when.day', { day })
  }
}
