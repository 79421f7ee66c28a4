import { Meter, MeterBar } from '#web/ui/meter.tsx'
import { Scale } from '#web/ui/scale.tsx'

type Tone = 'jade' | 'amber' | 'brick' | 'anil'

const ticks = Array.from({ length: 31 }, (_, index) => index)

interface CoverageBarProps {
  /** May be above 100; the bar is not. */
  percent: number
  tone: Tone
  /** The name of the bar for screen readers. */
  label: string
  /** The rest is on its way. */
  isRestComing?: boolean
}

/** The month as a scale, and under it how far the money reaches. */
export function CoverageBar({ percent, tone, label, isRestComing = false }: CoverageBarProps) {
  return (
    <Meter percent={percent} label={label}>
      <Scale height={11}>
        {ticks.map((tick) => {
          const strong = tick === 15 || tick === 30
          return (
            <line
              key={tick}
              x1={`${(tick / 30) * 100}%`}
              x2={`${(tick / 30) * 100}%`}
              y1={strong ? 0 : 6}
              y2={11}
              stroke={`var(--q-palette-${strong ? 'ink' : 'lineStrong'})`}
            />
          )
        })}
      </Scale>
      <MeterBar percent={percent} tone={tone} isRestComing={isRestComing} mt="3px" />
    </Meter>
  )
}
