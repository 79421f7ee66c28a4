import Box from '@mui/material/Box'

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
  const filled = Math.max(0, Math.min(100, percent))
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuenow={filled}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <Box
        component="svg"
        aria-hidden
        sx={{ display: 'block', width: '100%', height: 11, overflow: 'visible' }}
      >
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
      </Box>
      <Box
        sx={{
          mt: '3px',
          height: 5,
          borderRadius: '2px',
          overflow: 'hidden',
          bgcolor: isRestComing
            ? 'color-mix(in srgb, var(--q-palette-amber) 30%, var(--q-palette-line))'
            : 'line',
        }}
      >
        <Box sx={{ height: 1, bgcolor: tone }} style={{ width: `${filled}%` }} />
      </Box>
    </Box>
  )
}
