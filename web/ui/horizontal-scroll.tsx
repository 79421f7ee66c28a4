import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const surface = 'var(--q-palette-surface)'
const shade = 'color-mix(in srgb, var(--q-palette-backdrop) 55%, transparent)'

/** At each edge a shade that stands still, and over it a cover that moves away with what is scrolled. */
const edge = (side: 'left' | 'right') => [
  `linear-gradient(to ${side}, transparent, ${surface} 70%) ${side} / 48px 100% no-repeat local`,
  `linear-gradient(to ${side}, transparent, ${shade}) ${side} / 14px 100% no-repeat scroll`,
]
const [coverLeft, shadeLeft] = edge('left')
const [coverRight, shadeRight] = edge('right')

const looks = {
  panel: { borderRadius: '12px', '&:focus-visible': { outlineOffset: 2 } },
  lined: { borderTop: 1, borderColor: 'line' },
}

interface SideScrollProps {
  /** The id of its label. */
  labelledBy: string
  children: ReactNode
  /** 'panel' fills one; 'lined' stands under a hairline. */
  look: keyof typeof looks
}

/**
 * Content wider than its place, on a surface: scrolled sideways, with a shade where there is more.
 */
export function HorizontalScroll({ labelledBy, children, look }: SideScrollProps) {
  return (
    <Box
      role="region"
      aria-labelledby={labelledBy}
      tabIndex={0}
      sx={[
        {
          overflowX: 'auto',
          background: [coverLeft, coverRight, shadeLeft, shadeRight].join(', '),
          '&:focus-visible': { outline: '2px solid', outlineColor: 'anil' },
        },
        looks[look],
      ]}
    >
      {children}
    </Box>
  )
}
