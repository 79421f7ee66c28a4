import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A place at the right of all that is said after it. */
export const Floated = ({ children }: { children: ReactNode }) => (
  <Box sx={{ float: 'right', ml: 4 }}>{children}</Box>
)

/** Beneath something Floated. */
export const UnderFloated = ({ children }: { children: ReactNode }) => (
  <Box sx={{ clear: 'both' }}>{children}</Box>
)
