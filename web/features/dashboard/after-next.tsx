import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useCalendar } from '#web/shared/calendar/api.ts'
import { isOver } from '#web/shared/calendar/occurrence-look.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { sumMissing } from './payday-rows.ts'

/** The next payday of each payroll that has one, by its id. */
export function useNextDates(): ReadonlyMap<string, string> {
  const { data } = useCalendar()
  const dates = new Map<string, string>()
  for (const one of data?.occurrences ?? []) {
    const known = dates.get(one.payroll._id)
    if (isOver(one) || one.state === 'missed' || one.kind !== 'REGULAR') continue
    if (known === undefined || one.dueAt < known) dates.set(one.payroll._id, one.dueAt)
  }
  return dates
}

/** Payrolls in order of date; without one last. */
export const byDate = (payrolls: readonly Payroll[], dates: ReadonlyMap<string, string>) =>
  payrolls.toSorted((a, b) => (dates.get(a._id) ?? '9').localeCompare(dates.get(b._id) ?? '9'))

/** 'Lo que sigue: lunes 30 de noviembre', under the payday that was paid. */
export function FollowingHead({ occurrence: { dueAt } }: { occurrence: Occurrence }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { when } = useOccurrenceWords()
  const now = useNow(60_000)
  const day = format.longDay(dueAt)
  const values = { day: day.charAt(0).toLowerCase() + day.slice(1) }
  return (
    <Row wrap justify="between" columnGap={4} py={3.5} lineAbove>
      <Text as="h3" variant="body2" tone="ink2">
        {t('dashboard.next.following', values)}
      </Text>
      <Text variant="body2" tone="ink2">
        {when(dueAt, now)}
      </Text>
    </Row>
  )
}

/** 'Después', and what the others lack together. */
export function AfterHead({ payrolls }: { payrolls: readonly Payroll[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const missing = sumMissing(payrolls)
  return (
    <Row wrap justify="between" columnGap={4} py={3.5} lineAbove>
      <Text as="h3" variant="body2" tone="ink2">
        {t('dashboard.next.after')}
      </Text>
      {missing && (
        <Text variant="body2" tone="ink2">
          {`${t('dashboard.coverage.toFund')} `}
          <Text as="span" strong tone="brick">
            {format.usd(missing.usd)}
          </Text>
        </Text>
      )}
    </Row>
  )
}
