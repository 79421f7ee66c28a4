import { useTranslation } from 'react-i18next'
import { dayMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** A day and its hour as people say them. */
export function useDayWords() {
  const { t } = useTranslation()
  const format = useFormat()
  /** 'hoy', 'ayer', 'mañana', else 'el 27 nov'. */
  const dayOf = (instant: string): string => {
    const now = Date.now()
    const date = format.date(instant)
    const isOn = (ms: number) => date === format.date(new Date(ms))
    if (isOn(now)) return t('team.day.today')
    if (isOn(now - dayMs)) return t('team.day.yesterday')
    if (isOn(now + dayMs)) return t('team.day.tomorrow')
    return t('team.day.other', { day: format.day(instant) })
  }
  /** 'hoy, 8:12' */
  const when = (instant: string): string =>
    t('team.when', { day: dayOf(instant), time: format.time(instant) })
  return { dayOf, when }
}
