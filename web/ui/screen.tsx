import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { asTallAsTheWindow } from './action-bar.tsx'

interface ScreenProps {
  /** The document's title, before the product's name. */
  title: string
  /** 1160, or 980 for forms. */
  width?: 'wide' | 'form'
  /** An ActionBar is the last of it; always so of a form. */
  hasActionBar?: boolean
  children: ReactNode
}

/** The content of the layout's main region: centred, as wide as the guide says. */
export function Screen(props: ScreenProps) {
  const { title, width = 'wide', hasActionBar = width === 'form', children } = props
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: width === 'wide' ? 1160 : 980,
        mx: 'auto',
        ...(hasActionBar && asTallAsTheWindow),
      }}
    >
      <title>{`${title} · Quincena`}</title>
      {children}
    </Box>
  )
}
