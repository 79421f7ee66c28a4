import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { usualMinutes } from '#web/shared/payday/status-look.ts'
import { useWidth } from '#web/ui/use-width.ts'

/** A block comes every ten minutes: before, a payment is in one by luck. */
const earliestMinutes = 10
const minuteMs = 60_000
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
    <Box role="img" aria-label={t('payday.sent.scale')} sx={{ mt: 6 }}>
      <Box
        component="svg"
        sx={{ display: 'block', width: '100%', height: 24, overflow: 'visible' }}
      >
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
      </Box>
      <Box
        sx={{
          position: 'relative',
          height: 5,
          mt: '3px',
          borderRadius: '2px',
          bgcolor: 'line',
          overflow: 'hidden',
        }}
      >
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            left: position(earliestMinutes),
            bgcolor: 'amber',
            opacity: 0.3,
          }}
        />
        <Box
          sx={{ position: 'absolute', inset: 0, bgcolor: 'amber' }}
          style={{ width: position(gone) }}
        />
      </Box>
      <Times sent={sent} gone={gone} />
    </Box>
  )
}

function Times({ sent, gone }: { sent: number; gone: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [frame, width] = useWidth()
  const px = (minute: number) => (minute / usualMinutes) * (width ?? 1000)
  const isFree = (minute: number) => Math.abs(px(minute) - px(gone)) >= roomPx
  const label = (minute: number, text: string, isNow = false) => (
    <Box
      component="span"
      key={minute}
      sx={{
        position: 'absolute',
        left: position(minute),
        whiteSpace: 'nowrap',
        transform:
          px(minute) < roomPx / 2
            ? 'none'
            : minute === usualMinutes
              ? 'translateX(-100%)'
              : 'translateX(-50%)',
        ...(isNow && { fontWeight: 600, color: 'amber' }),
      }}
    >
      {text}
    </Box>
  )
  return (
    <Box
      ref={frame}
      sx={{ position: 'relative', height: 18, mt: 2, fontSize: '0.78125rem', color: 'ink2' }}
    >
      {[0, earliestMinutes, usualMinutes]
        .filter(isFree)
        .map((minute) => label(minute, format.time(new Date(sent + minute * minuteMs))))}
      {label(gone, t('payday.sent.now'), true)}
    </Box>
  )
}
