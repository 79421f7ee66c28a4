import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Text } from '#web/ui/text.tsx'

/** All that is known of a payday: when, for whom, how much, and how far its approval is. */
export function OccurrenceFactRows({ occurrence }: { occurrence: Occurrence }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const { dueAt, periodKey, mode, people, totalUsd, missing, skipReason, kind } = occurrence
  const { approvals, ceilingUsd, state } = occurrence
  const moved = words.moved(occurrence)
  const facts = [
    {
      name: t('calendar.one.due'),
      value: (
        <>
          {`${format.longDay(dueAt)}, ${format.time(dueAt)}`}
          {moved !== null && (
            <Text as="div" size={13.5} tone="ink2">
              {moved}
            </Text>
          )}
        </>
      ),
    },
    { name: t('calendar.one.period'), value: words.period(periodKey) },
    kind === 'REGULAR' && {
      name: t('calendar.one.mode'),
      value: t(`calendar.schedule.${mode}`),
    },
    { name: t('calendar.one.people'), value: format.count(people) },
    { name: t('calendar.one.sum'), value: format.usd(totalUsd), strong: true },
    ceilingUsd !== null && { name: t('calendar.auto.ceiling'), value: format.usd(ceilingUsd) },
    approvals !== null &&
      state !== 'prepared' && {
        name: t('calendar.auto.approvals'),
        value: t('calendar.auto.given', { ...approvals }),
      },
    missing !== null && { name: t('calendar.one.missing'), value: format.usd(missing.usd) },
    state === 'missed' &&
      occurrence.reason !== null && {
        name: t('calendar.auto.why'),
        value: words.reason(occurrence),
      },
    skipReason !== '' && { name: t('calendar.one.skipReason'), value: skipReason },
  ]
  return <FactRows facts={facts.filter((fact) => fact !== false)} />
}
