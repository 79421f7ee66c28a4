import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { fromTokens } from './style-props.ts'
import type { Lettering, Responsive, TokenProps } from './style-tokens.ts'

const shifts = { start: 'none', middle: 'translateX(-50%)', end: 'translateX(-100%)' }

interface ScaleLabelProps
  extends TokenProps<Pick<Lettering, 'tone' | 'size' | 'strong' | 'textAlign'>> {
  /** Place from the left. */
  at: string
  /** The part of it that stands there. */
  anchor?: keyof typeof shifts
  top?: number
  children: ReactNode
}

/** A word beneath a scale. The element around it is `relative`. */
export function ScaleLabel({ at, anchor = 'middle', top, children, ...tokens }: ScaleLabelProps) {
  const { sx } = fromTokens(tokens, {
    position: 'absolute',
    top,
    left: at,
    whiteSpace: 'nowrap',
    transform: shifts[anchor],
  })
  return (
    <Box component="span" sx={sx}>
      {children}
    </Box>
  )
}

interface ScaleNumeralProps {
  at: string
  /** In px. */
  size: Responsive<number>
  tone: 'ink' | 'jade'
  children: ReactNode
}

/** A number in the display face at the left of its tick. */
export function ScaleNumeral({ at, size, tone, children }: ScaleNumeralProps) {
  const { sx } = fromTokens({ serif: true, leading: 1.15, size, tone })
  const place = { position: 'absolute', bottom: '40%', right: `calc(100% - ${at} + 8px)` }
  return <Box sx={[place, sx].flat()}>{children}</Box>
}

const arrive = keyframes({ from: { opacity: 0, transform: 'scale(0.8)' } })

interface ScaleSignProps {
  at: string
  /** The width of the Mark in it, in px. */
  size: number
  /** Milliseconds from the scale until the mark appears. */
  arrivesAfterMs?: number | undefined
  children: ReactNode
}

/** A Mark above a tick. */
export function ScaleSign({ at, size, arrivesAfterMs, children }: ScaleSignProps) {
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 0,
        left: at,
        ml: `${-size / 2}px`,
        lineHeight: 0,
        ...(arrivesAfterMs !== undefined && {
          animation: `${arrive} 200ms ${arrivesAfterMs}ms ease-out both`,
        }),
      }}
    >
      {children}
    </Box>
  )
}

const turn = keyframes({ from: { stroke: 'var(--q-palette-lineStrong)' } })

/** A Tick that takes its colour so many milliseconds after it is drawn. */
export const TurningTick = ({ afterMs, children }: { afterMs: number; children: ReactNode }) => (
  <Box component="g" sx={{ '& > line': { animation: `${turn} 100ms ${afterMs}ms both` } }}>
    {children}
  </Box>
)
