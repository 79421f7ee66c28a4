import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import { dayMs } from '#domain/durations.ts'
import { localDayOfMonth } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block } from '#web/ui/layout.tsx'
import { dayPosition, Tick } from '#web/ui/month-ruler.tsx'
import { Scale } from '#web/ui/scale.tsx'
import { ScaleLabel, ScaleNumeral, ScaleSign, TurningTick } from '#web/ui/scale-labels.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

const paydays = [15, 30]

/** Labels nearer than so many days to the paid one would lie on it. */
const roomForWord = 3

/** The days that the next payday's name takes: on a phone one has 10 px, of which a letter takes 6. */
const roomForNext = (name: string, phone: boolean) =>
  phone ? Math.ceil(name.length * 0.65) + 2 : 5

/** The delay of a tick after the one before it; the disc comes when all have turned. */
const tickDelayMs = 20
const allTicksMs = 600

type Px = number | { xs: number; md: number }

interface PaidRulerProps {
  /** When the payday was confirmed. */
  at: string
  /** The height of the paydays' ticks, in px. */
  tall: Px
  /** The diameter of the disc on the day, in px. */
  disc: number
  /** Px of '15' and '30' in the display face beside their ticks. */
  numerals?: Px
  /** The ticks turn jade one after the other, and the disc comes last. */
  animated?: boolean
  /** The next payday, named at the month's end. */
  nextAt?: string | undefined
}

/** The month up to the payday that was paid: the house's sign, for once in jade. */
export function PaidRuler(props: PaidRulerProps) {
  const { at, tall, disc, numerals, animated = false, nextAt } = props
  const still = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true })
  const moves = animated && !still
  const day = localDayOfMonth(at)
  const last = Math.max(30, day)
  const days = Array.from({ length: last }, (_, index) => index + 1)
  const color = (tick: number) =>
    tick <= day ? 'jade' : paydays.includes(tick) ? 'ink' : 'lineStrong'
  return (
    <div>
      <Block aria-hidden relative pt={`${disc}px`}>
        <Scale height={tall}>
          {days.map((tick) => {
            const isTall = paydays.includes(tick) || tick === day
            const line = (
              <Tick
                key={tick}
                x={dayPosition(tick, last)}
                top={isTall ? 0 : 0.6}
                width={tick === day ? 3 : paydays.includes(tick) && tick < day ? 2 : 1}
                color={color(tick)}
              />
            )
            if (!moves || tick > day) return line
            return (
              <TurningTick key={tick} afterMs={tick * tickDelayMs}>
                {line}
              </TurningTick>
            )
          })}
        </Scale>
        {numerals && <Numerals at={day} last={last} size={numerals} />}
        <ScaleSign
          at={dayPosition(day, last)}
          size={disc}
          arrivesAfterMs={moves ? allTicksMs : undefined}
        >
          <Mark name="tick" size={disc} tone="jade" />
        </ScaleSign>
      </Block>
      <Labels at={at} day={day} last={last} bare={numerals !== undefined} nextAt={nextAt} />
    </div>
  )
}

/** Left of their ticks, where the paid day leaves them room. */
function Numerals({ at, last, size }: { at: number; last: number; size: Px }) {
  return paydays
    .filter((day) => at >= day || day - at > roomForWord)
    .map((day) => (
      // The disc of that very day stands above its tick, not on its number.
      <ScaleNumeral
        key={day}
        at={dayPosition(day, last)}
        size={size}
        tone={day === at ? 'jade' : 'ink'}
      >
        {day}
      </ScaleNumeral>
    ))
}

interface LabelsProps {
  at: string
  day: number
  last: number
  /** The paydays are named already. */
  bare: boolean
  nextAt: string | undefined
}

function Labels({ at, day, last, bare, nextAt }: LabelsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = new Date(useNow(60_000))
  const isToday = format.day(today) === format.day(at)
  const first = new Date(Date.parse(at) - (day - 1) * dayMs)
  const named = bare ? [] : paydays.filter((one) => Math.abs(one - day) > roomForWord)
  // The day that was paid has its own word there.
  const phone = usePhone()
  const next = useNextText(at, nextAt, bare && !phone)
  const hasRoomAtEnd = next !== null && last - day > roomForNext(next, phone)
  const inNumbers = hasRoomAtEnd ? named.filter((one) => one < last - roomForWord) : named
  const label = (tick: number, text: string, strong = false) => (
    <ScaleLabel
      key={tick}
      at={dayPosition(tick, last)}
      anchor={tick === 1 ? 'start' : tick >= last - 1 ? 'end' : 'middle'}
      strong={strong}
      tone={strong ? 'jade' : 'inherit'}
    >
      {text}
    </ScaleLabel>
  )
  return (
    <Text aria-hidden as="div" relative height={18} mt={2} size={12.5} tone="ink2">
      {day > roomForWord + 1 && label(1, format.day(first))}
      {inNumbers.map((one) => label(one, String(one)))}
      {hasRoomAtEnd && label(last, next)}
      {label(day, isToday ? t('payday.paid.today') : format.day(at), true)}
    </Text>
  )
}

/** 'lun 30', in another month 'mar 15 dic'; where there is room, that it is the next one. */
function useNextText(at: string, nextAt: string | undefined, isLong: boolean): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (nextAt === undefined) return null
  const monthOf = (instant: string) => format.day(instant).replace(/\d+/, '')
  const isSameMonth = monthOf(at) === monthOf(nextAt)
  const day = `${format.weekday(nextAt)} ${isSameMonth ? localDayOfMonth(nextAt) : format.day(nextAt)}`
  return isLong ? t('payday.paid.next', { day }) : day
}
