import { useTranslation } from 'react-i18next'
import { hourMs, minuteMs } from '#domain/durations.ts'
import { useNow } from '#web/lib/use-now.ts'

/** 'Se libera sola en 42 h'; null: only somebody else releases it. */
export function useFreesItself() {
  const { t } = useTranslation()
  const now = useNow(30_000)
  return (until: string | null) => {
    if (until === null) return t('changes.hold.reported')
    const left = Math.max(minuteMs, Date.parse(until) - now)
    const time =
      left < hourMs
        ? t('changes.hold.minutes', { count: Math.ceil(left / minuteMs) })
        : t('changes.hold.hours', { count: Math.floor(left / hourMs) })
    return t('changes.hold.until', { time })
  }
}
