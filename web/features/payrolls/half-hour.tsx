import { useTranslation } from 'react-i18next'
import { minuteMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { usualMinutes } from '#web/shared/payday/status-look.ts'
import { Block } from '#web/ui/layout.tsx'
import { SpanBar } from '#web/ui/meter.tsx'
import { Scale } from '#web/ui/scale.tsx'
import { ScaleLabel } from '#web/ui/scale-labels.tsx'
import { Text } from '#web/ui/text.tsx'
import { useWidth } from '#web/ui/use-width.ts'

/** A block comes every ten minutes: before, a payment is in one by luck. */
const earliestMinutes = 10
/** Words nearer than so many px lie on each other. */
const roomPx = 40

const ticks = Array.from({ length: usualMinutes + 1 }, (_, minute) => minute)
const position = (minute: number) => `${(minute / usualMinutes) * 100}%`
const isTall = (minute: number) => minute % 15 === 0

/** Half an hour from sending: the minutes gone by, and those in which a block is to be expected. */
export function HalfHour({ at, now }: { at: string; now: number }) {
  const { t } = useTranslation()
  const sent = Date.parse(at)
  // Whole minutes: the tick moves once a minute.
  const gone = Math.max(0, Math.min(usualMinutes, Math.floor((now - sent) / minuteMs)))
  return (
    <Block role="img" aria-label={t('payday.sent.scale')} mt={6}>
      <Scale height={24}>
        {ticks.map((minute) => (
          <line
            key={minute}
            x1={position(minute)}
            x2={position(minute)}
            y1={isTall(minute) ? 0 : 14}
            y2={24}
            stroke={`var(--q-palette-${isTall(minute) ? 'ink' : 'lineStrong'})`}
            shapeRendering="crispEdges"
          />
        ))}
        <line
          x1={position(gone)}
          x2={position(gone)}
          y1={0}
          y2={24}
          stroke="var(--q-palette-amber)"
          strokeWidth={3}
          shapeRendering="crispEdges"
        />
      </Scale>
      <SpanBar from={position(earliestMinutes)} to={position(gone)} />
      <Times sent={sent} gone={gone} />
    </Block>
  )
}

function Times({ sent, gone }: { sent: number; gone: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [frame, width] = useWidth()
  const px = (minute: number) => (minute / usualMinutes) * (width ?? 1000)
  const isFree = (minute: number) => Math.abs(px(minute) - px(gone)) >= roomPx
  const label = (minute: number, text: string, isNow = false) => (
    <ScaleLabel
      key={minute}
      at={position(minute)}
      anchor={px(minute) < roomPx / 2 ? 'start' : minute === usualMinutes ? 'end' : 'middle'}
      strong={isNow}
      tone={isNow ? 'amber' : 'inherit'}
    >
      {text}
    </ScaleLabel>
  )
  return (
    <Text ref={frame} as="div" relative height={18} mt={2} size={12.5} tone="ink2">
      {[0, earliestMinutes, usualMinutes]
        .filter(isFree)
        .map((minute) => label(minute, format.time(new Date(sent + minute * minuteMs))))}
      {label(gone, t('payday.sent.now'), true)}
    </Text>
  )
}
