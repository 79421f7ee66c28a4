import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A backup was restored: no record says who was paid in dollars since it was made. */
export function DollarsUnknown({ since }: { since: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (since === null) return null
  return (
    <Notice tone="amber">{t('payments.dollarsUnknown', { date: format.dateTime(since) })}</Notice>
  )
}
