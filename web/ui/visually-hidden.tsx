import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Said by screen readers, seen by nobody. */
export function VisuallyHidden({
  children,
  role,
}: {
  children: ReactNode
  role?: 'status' | 'alert'
}) {
  return (
    <Box
      component="span"
      role={role}
      sx={{
        position: 'absolute',
        width: '1px',
        height: '1px',
        margin: '-1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  )
}
