import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface MeterProps {
  /** May be below 0 and above 100; the bar is not. */
  percent: number
  /** Name for screen readers. */
  label: string
  children: ReactNode
}

/** A measure for screen readers; a MeterBar in it shows it to everybody else. */
export function Meter({ percent, label, children }: MeterProps) {
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuenow={within(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {children}
    </Box>
  )
}

interface MeterBarProps {
  percent: number
  /** 'plain' is stone: what would be, not what is. */
  tone: 'jade' | 'amber' | 'brick' | 'anil' | 'plain'
  /** The track is the amber of what is on its way. */
  isRestComing?: boolean
  mt?: string
}

/** A track, filled from the left. */
export function MeterBar({ percent, tone, isRestComing = false, mt }: MeterBarProps) {
  return (
    <Box
      sx={{
        mt,
        height: 5,
        borderRadius: '2px',
        overflow: 'hidden',
        bgcolor: isRestComing
          ? 'color-mix(in srgb, var(--q-palette-amber) 30%, var(--q-palette-line))'
          : 'line',
      }}
    >
      <Box
        sx={{ height: 1, bgcolor: tone === 'plain' ? 'bar' : tone }}
        style={{ width: `${within(percent)}%` }}
      />
    </Box>
  )
}

interface SpanBarProps {
  /** The start, from the left, of the span in which the end is expected. */
  from: string
  /** How far it is filled. */
  to: string
}

/** Time gone by, in amber; the span in which the end is expected in a paler one. */
export function SpanBar({ from, to }: SpanBarProps) {
  const part = { position: 'absolute', inset: 0, bgcolor: 'amber' }
  return (
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
      <Box sx={{ ...part, left: from, opacity: 0.3 }} />
      <Box sx={part} style={{ width: to }} />
    </Box>
  )
}

const within = (percent: number) => Math.max(0, Math.min(100, percent))
