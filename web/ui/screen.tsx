import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface ScreenProps {
  /** The document's title, before the product's name. */
  title: string
  /** 1160, or 980 for forms. */
  width?: 'wide' | 'form'
  children: ReactNode
}

/** What stands in the layout's main region: centred, as wide as the guide says. */
export function Screen({ title, width = 'wide', children }: ScreenProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: width === 'wide' ? 1160 : 980, mx: 'auto' }}>
      <title>{`${title} · Quincena`}</title>
      {children}
    </Box>
  )
}
