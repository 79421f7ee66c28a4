import { useTranslation } from 'react-i18next'
import type { CalendarAnswer } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { occurrenceLook, worstState } from '#web/shared/calendar/occurrence-look.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block } from '#web/ui/layout.tsx'
import { dayPosition, Tick } from '#web/ui/month-ruler.tsx'
import { textInset } from '#web/ui/panel.tsx'
import { Scale } from '#web/ui/scale.tsx'
import { ScaleLabel, ScaleSign } from '#web/ui/scale-labels.tsx'
import { Text } from '#web/ui/text.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { localDayOf, type Month } from './months.ts'

interface MonthDaysProps {
  month: Month
  now: number
  closedDays: CalendarAnswer['closedDays']
  name: string
}

/** Heights of ticks in px: a working day, a closed one, a payday. */
const tall = { work: 13, closed: 7, payday: 34 }
/** Two labels nearer than so many px would touch. */
const roomPx = 20

const noon = (day: string) => new Date(`${day}T18:00:00Z`)

/** The month's ruler: weekdays tall, closed days short, paydays in ink with the sign of their state. */
export function MonthDays({ month, now, closedDays, name }: MonthDaysProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [ref, width] = useWidth()
  const [year = 0, ofYear = 0] = month.key.split('-').map(Number)
  const last = new Date(Date.UTC(year, ofYear, 0)).getUTCDate()
  const days = Array.from({ length: last }, (_, index) => {
    const day = `${month.key}-${String(index + 1).padStart(2, '0')}`
    return { number: index + 1, day, ofWeek: noon(day).getUTCDay() }
  })
  const today = localDayOf(now)
  const closed = new Set(closedDays.map(({ day }) => day))
  const paydays = Map.groupBy(month.occurrences, ({ dueAt }) => localDayOf(dueAt))
  const named = days.filter(({ day }) => paydays.has(day) || day === today)
  const step = (width ?? 700) / (last - 1)
  // Two labels that touch lose number and sign of the earlier one, but never today's.
  const labels = named.filter(({ number, day }, index) => {
    const next = named[index + 1]
    return day === today || !next || (next.number - number) * step >= roomPx
  })
  const said = [...paydays].map(([day, ofDay]) =>
    t('calendar.rulerDay', {
      day: Number(day.slice(8)),
      state: t(`calendar.state.${worstState(ofDay)}`),
    }),
  )
  return (
    <Block px={textInset} pb={3}>
      <Block
        ref={ref}
        role="img"
        aria-label={t('calendar.ruler', { month: name, days: said.join('; ') })}
        relative
        mx="8px"
        pt="22px"
      >
        {labels.map(({ day, number }) => {
          const ofDay = paydays.get(day)
          if (!ofDay) return null
          const state = worstState(ofDay)
          return (
            <ScaleSign key={day} at={dayPosition(number, last)} size={16}>
              <Mark name={occurrenceLook[state].mark} tone={occurrenceLook[state].tone} />
            </ScaleSign>
          )
        })}
        <Scale height={tall.payday}>
          {days.map(({ number, day, ofWeek }) => {
            const isToday = day === today
            const isPayday = paydays.has(day)
            const height =
              isPayday || isToday
                ? tall.payday
                : ofWeek === 0 || ofWeek === 6 || closed.has(day)
                  ? tall.closed
                  : tall.work
            return (
              <Tick
                key={day}
                x={dayPosition(number, last)}
                top={1 - height / tall.payday}
                width={isToday ? 3 : 1}
                color={isToday ? 'anil' : isPayday ? 'ink' : 'lineStrong'}
                opacity={day < today ? 0.55 : 1}
              />
            )
          })}
        </Scale>
        <Text as="div" relative height={34} mt="4px" leading={15}>
          {labels.map(({ number, day }) => (
            <ScaleLabel
              key={day}
              at={dayPosition(number, last)}
              textAlign="center"
              size={12}
              tone={day === today ? 'anil' : day < today ? 'ink2' : 'ink'}
            >
              <Text as="span" block strong>
                {number}
              </Text>
              {day === today ? t('layout.today') : format.weekday(noon(day))}
            </ScaleLabel>
          ))}
        </Text>
      </Block>
    </Block>
  )
}
