import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'

export interface RulerProps {
  /** Heights of the paydays' ticks and of the others, in px. */
  tall: number
  short: number
  /** The day shown as today, 1 to 31. */
  today?: number
  /** A dashed 31st, a little apart: the page that is not in the month. */
  lostDay?: boolean
  /** On the access panel everything is in its text's colour. */
  onAccess?: boolean
  sx?: SxProps<Theme>
}

const paydays = [15, 30]
const days = Array.from({ length: 30 }, (_, index) => index + 1)

/** The place of a day on a ruler that ends with `last`. */
export const dayPosition = (day: number, last = 30) => `${((day - 1) / (last - 1)) * 100}%`

function look(day: number, { onAccess, today }: RulerProps) {
  const isPayday = paydays.includes(day)
  if (onAccess) return { color: 'onAccess', width: isPayday ? 2 : 1, opacity: isPayday ? 1 : 0.42 }
  if (isPayday) return { color: 'ink', width: 1, opacity: 1 }
  return { color: 'lineStrong', width: 1, opacity: today !== undefined && day < today ? 0.6 : 1 }
}

/** 30 ticks, the 15th and the 30th tall: the house's sign. Decoration, hidden from screen readers. */
export function MonthRuler(props: RulerProps) {
  const { tall, short, today, lostDay, sx } = props
  const last = lostDay ? 33 : Math.max(30, today ?? 0)
  return (
    <Box
      component="svg"
      aria-hidden
      sx={[{ display: 'block', width: '100%', overflow: 'visible' }, sx ?? null].flat()}
      style={{ height: tall }}
    >
      {days.map((day) => {
        const { color, width, opacity } = look(day, props)
        const top = paydays.includes(day) ? 0 : tall - short
        return (
          <Tick key={day} x={dayPosition(day, last)} {...{ top, tall, width, color, opacity }} />
        )
      })}
      {today !== undefined && (
        <Tick x={dayPosition(today, last)} top={0} tall={tall} width={3} color="anil" />
      )}
      {lostDay && <Tick x="100%" top={0} tall={tall} width={2} color="anil" dashes="6 4" />}
    </Box>
  )
}

interface TickProps {
  x: string
  top: number
  tall: number
  width: number
  color: string
  opacity?: number
  dashes?: string
}

function Tick({ x, top, tall, width, color, opacity = 1, dashes }: TickProps) {
  return (
    <line
      x1={x}
      x2={x}
      y1={top}
      y2={tall}
      stroke={`var(--q-palette-${color})`}
      strokeWidth={width}
      strokeOpacity={opacity}
      strokeDasharray={dashes}
    />
  )
}
