import { useTranslation } from 'react-i18next'
import { localDayOfMonth } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dayPosition, MonthRuler } from '#web/ui/month-ruler.tsx'
import { ScaleLabel } from '#web/ui/scale-labels.tsx'
import { Text } from '#web/ui/text.tsx'

/** Days nearer than this to today would have their number under its word. */
const roomForWord = 4

/** The sidebar's foot: the date in El Salvador and how far it is to the paydays. */
export function PaydayRuler() {
  const { t } = useTranslation()
  const format = useFormat()
  const now = new Date(useNow(60_000))
  const today = localDayOfMonth(now)
  const last = Math.max(30, today)
  const label = (day: number, text: string, isToday = false) => (
    <ScaleLabel at={dayPosition(day, last)} strong={isToday} tone={isToday ? 'anil' : 'inherit'}>
      {text}
    </ScaleLabel>
  )
  return (
    <Text as="div" pl={7} pr={8} pb="22px" pt={6} tone="ink2">
      <Text as="div" size={13.5} mb={2.5}>
        {format.monthDay(now)}
      </Text>
      <MonthRuler tall={20} short={9} today={today} />
      <Text aria-hidden as="div" relative height={18} mt={1.5} size={12}>
        {[15, 30].map((day) => Math.abs(day - today) >= roomForWord && label(day, String(day)))}
        {label(Math.max(2, today), t('layout.today'), true)}
      </Text>
    </Text>
  )
}
