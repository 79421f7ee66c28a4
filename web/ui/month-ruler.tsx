import { Scale } from './scale.tsx'
import type { Responsive } from './style-tokens.ts'

export interface RulerProps {
  /** The height, that of the paydays' ticks, in px. */
  tall: number
  /** Another height than `tall`, to which all is stretched. */
  height?: Responsive<number | string>
  /** The height of the other ticks, in px of the same scale. */
  short: number
  /** The day shown as today, 1 to 31. */
  today?: number
  /** A dashed 31st, a little apart: the page that is not in the month. */
  lostDay?: boolean
  /** On the access panel everything is in its text's colour. */
  onAccess?: boolean
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
  const { tall, height = tall, short, today, lostDay } = props
  const last = lostDay ? 33 : Math.max(30, today ?? 0)
  return (
    <Scale height={height}>
      {days.map((day) => {
        const { color, width, opacity } = look(day, props)
        const top = paydays.includes(day) ? 0 : 1 - short / tall
        return (
          <Tick
            key={day}
            x={dayPosition(day, last)}
            top={top}
            width={width}
            color={color}
            opacity={opacity}
          />
        )
      })}
      {today !== undefined && <Tick x={dayPosition(today, last)} width={3} color="anil" />}
      {lostDay && <Tick x="100%" width={2} color="anil" dashes="6 4" />}
    </Scale>
  )
}

interface TickProps {
  x: string
  /** The top of the tick, as a share of the height. */
  top?: number
  width: number
  color: string
  opacity?: number
  dashes?: string
}

/** A line of a ruler. */
export function Tick({ x, top = 0, width, color, opacity = 1, dashes }: TickProps) {
  return (
    <line
      x1={x}
      x2={x}
      y1={`${top * 100}%`}
      y2="100%"
      stroke={`var(--q-palette-${color})`}
      strokeWidth={width}
      strokeOpacity={opacity}
      strokeDasharray={dashes}
      // Between two pixels a hairline would be a grey bar.
      shapeRendering="crispEdges"
    />
  )
}
