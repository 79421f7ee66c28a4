import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schedule } from '#contract/schedules.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useSchedule } from '#web/shared/calendar/api.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Link } from '#web/ui/controls.tsx'
import { Text } from '#web/ui/text.tsx'

interface PaydaysLineProps {
  payrollId: string
  onEdit: () => void
  /** Behind the dates. */
  children?: ReactNode
}

/** 'Quincenal, 15 y último día, 9:00 · lun 30 nov', or the way to its first dates. */
export function PaydaysLine({ payrollId, onEdit, children }: PaydaysLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rhythm = useRhythm()
  const { can } = useRole()
  const { data } = useSchedule(payrollId)
  const schedule = data?.schedule ?? null
  const [next] = data?.next ?? []
  const parts = schedule
    ? [
        t('calendar.schedule.summary', {
          rhythm: rhythm(schedule),
          hour: schedule.hour.replace(/^0/, ''),
        }),
        ...(next ? [`${format.weekday(next.dueAt)} ${format.day(next.dueAt)}`] : []),
      ]
    : [t('calendar.schedule.none')]
  return (
    // Room is kept while the payday is not known.
    <Text as="span" size={14} minHeight={24} mt={0.5} style={{ display: 'block' }}>
      {data && (
        <>
          {parts.join(' · ')}
          {schedule?.remindsOnly && (
            <Text as="span" tone="amber">{` · ${t('calendar.auto.onlyReminds')}`}</Text>
          )}
          {can('changePayrolls') && (
            <>
              {' · '}
              <Link component="button" type="button" onClick={onEdit} strong>
                {t(schedule ? 'calendar.schedule.change' : 'calendar.schedule.add')}
              </Link>
            </>
          )}
        </>
      )}
      {data && children && ' · '}
      {children}
    </Text>
  )
}

function useRhythm() {
  const { t } = useTranslation()
  const name = (day: number | 'LAST' | undefined) =>
    day === 'LAST' ? t('calendar.schedule.last') : String(day ?? '')
  return ({ every, days: [first, second], weekday }: Schedule): string => {
    if (every === 'WEEK') {
      const day = (weekday ?? 5) as 1 | 2 | 3 | 4 | 5 | 6 | 7
      return t('calendar.schedule.rhythm.WEEK', { weekdays: t(`calendar.weekdays.${day}`) })
    }
    return t(`calendar.schedule.rhythm.${every}`, { first: name(first), second: name(second) })
  }
}
