import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import { useSchedule } from '#web/shared/calendar/api.ts'
import { Link } from '#web/ui/controls.tsx'
import { Text } from '#web/ui/text.tsx'
import { isPreparable } from './main-act.ts'
import { useAdvice } from './use-advice.ts'

interface OccurrenceAdviceProps {
  occurrence: Occurrence
  /** Prepares the payday once more; null: the person may not. */
  onPrepare: (() => void) | null
}

/** The next thing that happens with a payday, in a sentence beneath its state. */
export function OccurrenceAdvice({ occurrence, onPrepare }: OccurrenceAdviceProps) {
  const { t } = useTranslation()
  const advice = useAdvice()(occurrence)
  return (
    <>
      {advice !== null && <Text mt={3}>{advice}</Text>}
      {onPrepare && isPreparable(occurrence) && (
        <Text variant="body2" tone="ink2" mt={2}>
          {t('calendar.auto.changed')}{' '}
          <Link component="button" type="button" onClick={onPrepare} strong>
            {t('calendar.auto.again')}
          </Link>
        </Text>
      )}
      {occurrence.state === 'planned' && occurrence.kind === 'REGULAR' && (
        <Restored payrollId={occurrence.payroll._id} />
      )}
    </>
  )
}

/** After a restored backup nothing of it goes on by itself until somebody says so. */
function Restored({ payrollId }: { payrollId: string }) {
  const { t } = useTranslation()
  if (!useSchedule(payrollId).data?.schedule?.remindsOnly) return null
  return (
    <Text variant="body2" tone="amber" mt={3}>
      {t('calendar.auto.restored')}
    </Text>
  )
}
