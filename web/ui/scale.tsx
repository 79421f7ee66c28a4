import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Responsive, Space } from './style-tokens.ts'

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
