import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface QrFrameProps {
  /** The side of what is in it, in px. */
  size: number
  children: ReactNode
}

/** White in dark mode too: cameras read ink on white. */
export const QrFrame = ({ size, children }: QrFrameProps) => (
  <Box
    sx={{
      flex: 'none',
      width: size + 2,
      height: size + 2,
      overflow: 'hidden',
      border: 1,
      borderColor: 'line',
      borderRadius: '10px',
      bgcolor: '#FFFFFF',
      '& svg': { display: 'block' },
    }}
  >
    {children}
  </Box>
)
