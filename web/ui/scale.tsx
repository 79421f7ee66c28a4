import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { fromTokens } from './style-props.ts'
import type { Lettering, Responsive, Space, TokenProps } from './style-tokens.ts'

interface ScaleProps {
  /** In px. */
  height: Responsive<number | string>
  mt?: Space
  /** Lines of an SVG, placed in percent of its width. */
  children: ReactNode
}

/** A drawing as wide as its place: the ticks of a month, of half an hour. */
export function Scale({ height, mt, children }: ScaleProps) {
  return (
    <Box
      component="svg"
      aria-hidden
      sx={{ display: 'block', width: '100%', height, mt, overflow: 'visible' }}
    >
      {children}
    </Box>
  )
}

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

interface StretchedLineProps {
  path: string
  /** The path's own width and height. */
  width: number
  height: number
}

/** A line stretched to the room there is; its stroke is not. */
export const StretchedLine = ({ path, width, height }: StretchedLineProps) => (
  <Box
    component="svg"
    aria-hidden
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
    sx={{
      display: 'block',
      flex: { md: '1 1 72px' },
      width: '100%',
      height: { xs: 64, md: 'auto' },
      minHeight: 64,
      maxHeight: 230,
      mt: 4,
      overflow: 'visible',
    }}
  >
    <path
      d={path}
      fill="none"
      stroke="var(--q-palette-anil)"
      strokeWidth={1.75}
      strokeLinejoin="round"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </Box>
)
