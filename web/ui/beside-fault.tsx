import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A place at the right beneath a field; where there is room, beside what is wrong with it. */
export const BesideFault = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      mt: 2,
      textAlign: 'right',
      fontSize: '0.875rem',
      position: { sm: 'absolute' },
      right: 0,
      bottom: 0,
    }}
  >
    {children}
  </Box>
)
