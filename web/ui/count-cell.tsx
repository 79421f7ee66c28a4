import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'

const look = {
  flex: { xs: 'none', md: '1 1 0' },
  minHeight: 50,
  justifyContent: 'flex-start',
  alignItems: 'stretch',
  textAlign: 'left',
  borderRadius: '6px',
  // Between those that stand in columns.
  '& + &': {
    borderRadius: { md: 0 },
    borderLeft: { xs: 0, md: 1 },
    borderColor: { md: 'line' },
    pl: { xs: 0, md: 4.5 },
  },
}

interface CountCellProps {
  /** null: it opens nothing. */
  onToggle: (() => void) | null
  open: boolean
  /** The id of what it opens. */
  controls: string
  children: ReactNode
}

/** A count beside others. */
export function CountCell({ onToggle, open, controls, children }: CountCellProps) {
  if (!onToggle) return <Box sx={look}>{children}</Box>
  return (
    <ButtonBase onClick={onToggle} aria-expanded={open} aria-controls={controls} sx={look}>
      {children}
    </ButtonBase>
  )
}
