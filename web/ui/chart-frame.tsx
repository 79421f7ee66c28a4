import Box from '@mui/material/Box'
import type { ReactNode, Ref } from 'react'

interface ChartFrameProps {
  ref: Ref<HTMLElement>
  height: number
  children: ReactNode
}

/** Hairlines of a chart in the guide's colour, none of them grey between two pixels. */
export const ChartFrame = ({ ref, height, children }: ChartFrameProps) => (
  <Box
    ref={ref}
    aria-hidden
    sx={{
      height,
      '& .MuiChartsGrid-line': { stroke: 'var(--q-palette-line)', shapeRendering: 'crispEdges' },
    }}
  >
    {children}
  </Box>
)

/** The words for a bar, over the chart. */
export const ChartTip = ({ children }: { children: string }) => (
  <Box
    sx={{
      px: '9px',
      py: '5px',
      borderRadius: '6px',
      bgcolor: 'ink',
      color: 'page',
      fontSize: '0.78125rem',
      fontWeight: 500,
    }}
  >
    {children}
  </Box>
)
