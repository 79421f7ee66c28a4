import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface ActionBarProps {
  /** How many fields are wrong, or why nothing can be done; said when it changes. */
  message?: ReactNode
  /** The buttons, the main one last. */
  children: ReactNode
  /** The paying action is in the bar only below md; elsewhere it stands in the page's head. */
  phoneOnly?: boolean
}

/**
 * The ancestors of a bar, up to the page: as tall as the window, so that the bar is at its foot.
 */
export const asTallAsTheWindow = { display: 'flex', flexDirection: 'column', flexGrow: 1 } as const

/** A focused element is scrolled to above the bar, not under it (WCAG 2.2, 2.4.11). */
const scrollRoom = <GlobalStyles styles={{ html: { scrollPaddingBottom: 96 } }} />

/** Stays at the bottom of the window while its screen is longer; on phones also while it is shorter. */
export function ActionBar({ message, children, phoneOnly = false }: ActionBarProps) {
  return (
    <>
      <Box sx={{ display: { md: 'none' }, flexGrow: 1, minHeight: 20 }} />
      <Box
        sx={{
          display: phoneOnly ? { xs: 'flex', md: 'none' } : 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
          gap: 3,
          position: 'sticky',
          zIndex: 'appBar',
          bottom: 0,
          py: 3.5,
          // Across the layout's gutter and down to the window's edge on phones.
          mx: { xs: -4, md: 0 },
          px: { xs: 4, md: 0 },
          mb: { xs: -8, md: 0 },
          pb: { xs: 'max(12px, env(safe-area-inset-bottom))', md: 3.5 },
          bgcolor: { xs: 'surface', md: 'page' },
          borderTop: 1,
          borderColor: 'line',
        }}
      >
        {scrollRoom}
        <Typography
          variant="cell"
          role="status"
          sx={{
            flex: 1,
            fontWeight: 600,
            color: 'brick',
            '&:empty': { display: { xs: 'none', sm: 'block' } },
          }}
        >
          {message}
        </Typography>
        <Box
          sx={{
            display: 'flex',
            gap: 3,
            '& > *': { flex: { xs: 1, sm: 'none' } },
            '& > .MuiButton-contained': { minWidth: { md: 120 } },
          }}
        >
          {children}
        </Box>
      </Box>
    </>
  )
}
