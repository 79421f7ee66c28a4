import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** An item of a list: the areas name, bar, percent and sum; the bar beneath them where there is no room. */
export function GaugeLine({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: '8px',
        rowGap: '6px',
        py: '9px',
        gridTemplateColumns: 'minmax(88px, 1fr) auto auto',
        gridTemplateAreas: '"name percent sum" "bar bar bar"',
        '@container (min-width: 560px)': {
          columnGap: '12px',
          gridTemplateColumns: '118px minmax(60px, 1fr) 64px 132px',
          gridTemplateAreas: '"name bar percent sum"',
        },
      }}
    >
      {children}
    </Box>
  )
}
