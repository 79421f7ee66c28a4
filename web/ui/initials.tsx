import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface InitialsProps {
  first: string
  last: string
  /** In px. */
  size?: number
}

/** A disc with the first letters of a name. */
export function Initials({ first, last, size = 32 }: InitialsProps) {
  return (
    <Box
      component="span"
      aria-hidden
      data-initials={`${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()}
      sx={{
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        width: size,
        height: size,
        borderRadius: '50%',
        bgcolor: 'anilTint',
        color: 'anil',
        fontSize: '0.75rem',
        fontWeight: 700,
        // An ornament, not a label: the button's name must hold all its text (WCAG 2.5.3).
        '&::before': { content: 'attr(data-initials)' },
      }}
    />
  )
}

/** A dashed disc in their place, for somebody who is not there yet. */
export function EmptyDisc({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        width: 36,
        height: 36,
        borderRadius: '50%',
        border: '1px dashed',
        borderColor: 'lineStrong',
        color: 'ink2',
      }}
    >
      {children}
    </Box>
  )
}
