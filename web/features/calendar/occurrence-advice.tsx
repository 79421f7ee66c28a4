import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import { nearPaydayMs } from '#domain/payroll-status.ts'
import { sayNeeded } from '#web/lib/missing-sentence.ts'
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
      <Needed occurrence={occurrence} />
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

/** From three days before: whose approval it will need, and whose change nobody else can approve. */
function Needed({ occurrence }: { occurrence: Occurrence }) {
  const { payroll, kind, mode, periodKey, dueAt, approvals } = occurrence
  const { data } = useSchedule(payroll._id)
  const isNext = kind === 'REGULAR' && data?.next[0]?.periodKey === periodKey
  const isNear = Date.parse(dueAt) - Date.now() <= nearPaydayMs
  // A payday that is prepared names its approvers in its request for approvals.
  if (!isNext || !isNear || mode === 'REMIND' || approvals) return null
  const isStuck = data.missing.some(({ names }) => names.length === 0)
  return (
    <Text variant="body2" tone={isStuck ? 'amber' : 'ink2'} mt={3} hideEmpty>
      {sayNeeded(data.missing).join(' ')}
    </Text>
  )
}
