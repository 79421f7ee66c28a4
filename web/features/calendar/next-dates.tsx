import { useTranslation } from 'react-i18next'
import { nextOccurrences, type ScheduledPayday } from '#domain/schedule/occurrences.ts'
import { scheduleFaults } from '#domain/schedule/schedule.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useClosedDays } from '#web/shared/calendar/closed-days.ts'
import { Block, Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { localDayOf } from './months.ts'
import { type ScheduleForm, toDomainSchedule } from './schedule-form.ts'

const shown = 5

/** The next five dates of what stands in the form; a moved one says why. */
export function NextDates({ form, timeZone }: { form: ScheduleForm; timeZone: string }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { data: closedDays = [] } = useClosedDays()
  const schedule = toDomainSchedule(form, timeZone, localDayOf(now))
  const next =
    scheduleFaults(schedule).length > 0
      ? []
      : nextOccurrences(schedule, closedDays, new Date(now), shown)
  return (
    <Block lineAbove pt={4} aria-live="polite">
      <Text as="div" size={14} tone="ink2" mb={2}>
        {t('calendar.schedule.next')}
      </Text>
      {next.length === 0 ? (
        <Text>{t('calendar.schedule.noNext')}</Text>
      ) : (
        <Grid as="ol" columns="repeat(auto-fill, minmax(96px, 1fr))" columnGap={2} rowGap={3}>
          {next.map((one) => (
            <One key={one.periodKey} occurrence={one} />
          ))}
        </Grid>
      )}
    </Block>
  )
}

const noon = (day: string) => new Date(`${day}T18:00:00Z`)

function One({ occurrence: { day, nominalDay, moved } }: { occurrence: ScheduledPayday }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <Text as="div" size={14.5} strong noWrap>
        {`${format.weekday(noon(day))} ${format.day(noon(day))}`}
      </Text>
      {moved && (
        <Text as="div" size={12.5} leading={17} tone="ink2">
          {t(`calendar.schedule.was.${moved.reason}`, { day: Number(nominalDay.slice(8)) })}
        </Text>
      )}
    </li>
  )
}
