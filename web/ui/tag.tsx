import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** REGULAR, CSV, EMAIL, SMS, 'Este dispositivo'. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 22,
        px: '7px',
        border: 1,
        borderColor: 'line',
        borderRadius: '6px',
        fontFamily: 'fontFamily',
        fontSize: '0.71875rem',
        lineHeight: 1,
        fontWeight: 600,
        letterSpacing: '0.02em',
        color: 'ink2',
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      {children}
    </Box>
  )
}
