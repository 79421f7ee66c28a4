import { useTranslation } from 'react-i18next'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { Link } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PayFormProps } from './pay-form-props.ts'

/** The period is paid: once more only on purpose, and then it says so. */
export function PeriodPaid({ source, preview, payability, choice, pending }: PayFormProps) {
  const { t } = useTranslation()
  const words = useOccurrenceWords()
  const { period } = preview
  if (!choice.extra && payability.periodPaid === null) return null
  const said = choice.extra
    ? period
      ? t('payments.period.extra', { period: words.period(period.key) })
      : t('payments.period.extraPlain')
    : source.special
      ? t('payments.special.paid')
      : payability.periodPaid
  return (
    <Notice tone="amber">
      {said}
      {!source.special && (
        <Row mt={1}>
          <Link
            component="button"
            type="button"
            disabled={pending}
            onClick={() => choice.setExtra(!choice.extra)}
          >
            {t(choice.extra ? 'payments.period.undo' : 'payments.period.again')}
          </Link>
        </Row>
      )}
    </Notice>
  )
}
