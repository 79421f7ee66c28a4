import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import { dayOfMonth } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { dayPosition } from '#web/ui/month-ruler.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

const paydays = [15, 30]

/** Labels nearer than so many days to the paid one would lie on it. */
const roomForWord = 3

/** The days that the next payday's name takes: on a phone one has 10 px, of which a letter takes 6. */
const roomForNext = (name: string, phone: boolean) =>
  phone ? Math.ceil(name.length * 0.65) + 2 : 5

/** Each tick turns a little after the one before it; the disc comes when all have. */
const tickDelayMs = 20
const allTicksMs = 600

const turn = keyframes({ from: { stroke: 'var(--q-palette-lineStrong)' } })
const arrive = keyframes({ from: { opacity: 0, transform: 'scale(0.8)' } })

type Px = number | { xs: number; md: number }

interface PaidRulerProps {
  /** When the payday was confirmed. */
  at: string
  /** The height of the paydays' ticks, in px. */
  tall: Px
  /** The diameter of the disc on the day, in px. */
  disc: number
  /** With '15' and '30' in the display face beside their ticks, in px. */
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
  const day = dayOfMonth(at)
  const last = Math.max(30, day)
  const days = Array.from({ length: last }, (_, index) => index + 1)
  const color = (tick: number) =>
    tick <= day ? 'jade' : paydays.includes(tick) ? 'ink' : 'lineStrong'
  return (
    <div>
      <Box aria-hidden sx={{ position: 'relative', pt: `${disc}px` }}>
        <Box
          component="svg"
          sx={{ display: 'block', width: '100%', height: tall, overflow: 'visible' }}
        >
          {days.map((tick) => {
            const isTall = paydays.includes(tick) || tick === day
            return (
              <Box
                component="line"
                key={tick}
                x1={dayPosition(tick, last)}
                x2={dayPosition(tick, last)}
                y1={isTall ? 0 : '60%'}
                y2="100%"
                stroke={`var(--q-palette-${color(tick)})`}
                strokeWidth={tick === day ? 3 : paydays.includes(tick) && tick < day ? 2 : 1}
                shapeRendering="crispEdges"
                sx={
                  moves && tick <= day
                    ? { animation: `${turn} 100ms ${tick * tickDelayMs}ms both` }
                    : null
                }
              />
            )
          })}
        </Box>
        {numerals && <Numerals at={day} last={last} size={numerals} />}
        <Box
          sx={{
            position: 'absolute',
            top: 0,
            left: dayPosition(day, last),
            ml: `${-disc / 2}px`,
            lineHeight: 0,
            color: 'jade',
            ...(moves && { animation: `${arrive} 200ms ${allTicksMs}ms ease-out both` }),
          }}
        >
          <Mark name="tick" size={disc} />
        </Box>
      </Box>
      <Labels at={at} day={day} last={last} bare={numerals !== undefined} nextAt={nextAt} />
    </div>
  )
}

/** Left of their ticks, where the paid day leaves them room. */
function Numerals({ at, last, size }: { at: number; last: number; size: Px }) {
  return paydays
    .filter((day) => at >= day || day - at > roomForWord)
    .map((day) => (
      <Box
        key={day}
        sx={{
          position: 'absolute',
          bottom: '40%',
          right: `calc(100% - ${dayPosition(day, last)} + 8px)`,
          fontFamily: '"Besley Variable", Georgia, serif',
          fontSize: size,
          lineHeight: 1.15,
          color: 'ink',
          // The disc of that very day stands above its tick, not on its number.
          ...(day === at && { color: 'jade' }),
        }}
      >
        {day}
      </Box>
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
  const first = new Date(Date.parse(at) - (day - 1) * 24 * 3_600_000)
  const named = bare ? [] : paydays.filter((one) => Math.abs(one - day) > roomForWord)
  // The day that was paid has its own word there.
  const phone = usePhone()
  const next = useNextText(at, nextAt, bare && !phone)
  const hasRoomAtEnd = next !== null && last - day > roomForNext(next, phone)
  const inNumbers = hasRoomAtEnd ? named.filter((one) => one < last - roomForWord) : named
  const label = (tick: number, text: string, strong = false) => (
    <Box
      component="span"
      key={tick}
      sx={{
        position: 'absolute',
        left: dayPosition(tick, last),
        whiteSpace: 'nowrap',
        transform:
          tick === 1 ? 'none' : tick >= last - 1 ? 'translateX(-100%)' : 'translateX(-50%)',
        ...(strong && { fontWeight: 600, color: 'jade' }),
      }}
    >
      {text}
    </Box>
  )
  return (
    <Box
      aria-hidden
      sx={{ position: 'relative', height: 18, mt: 2, fontSize: '0.78125rem', color: 'ink2' }}
    >
      {day > roomForWord + 1 && label(1, format.day(first))}
      {inNumbers.map((one) => label(one, String(one)))}
      {hasRoomAtEnd && label(last, next)}
      {label(day, isToday ? t('payday.paid.today') : format.day(at), true)}
    </Box>
  )
}

/** 'lun 30', in another month 'mar 15 dic'; where there is room, that it is the next one. */
function useNextText(at: string, nextAt: string | undefined, isLong: boolean): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (nextAt === undefined) return null
  const monthOf = (instant: string) => format.day(instant).replace(/\d+/, '')
  const isSameMonth = monthOf(at) === monthOf(nextAt)
  const day = `${format.weekday(nextAt)} ${isSameMonth ? dayOfMonth(nextAt) : format.day(nextAt)}`
  return isLong ? t('payday.paid.next', { day }) : day
}
