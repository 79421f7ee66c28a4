import Box from '@mui/material/Box'
import type { ReactNode, UIEventHandler } from 'react'
import type { Responsive } from './style-tokens.ts'

interface ScrolledProps {
  label: string
  /** In px. */
  maxHeight: Responsive<number | 'none'>
  onScroll: UIEventHandler<HTMLElement>
  children: ReactNode
}

/** A list of thousands, scrolled in its place; by the keyboard, too. */
export const Scrolled = ({ label, maxHeight, ...region }: ScrolledProps) => (
  <Box
    role="region"
    aria-label={label}
    tabIndex={0}
    {...region}
    sx={{ maxHeight, overflowY: 'auto', borderTop: 1, borderColor: 'line' }}
  />
)

const shapes = {
  narrow: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateAreas: '"name usd" "address btc"',
    minHeight: 62,
    py: 2,
    containIntrinsicSize: 'auto 62px',
  },
  wide: {
    gridTemplateColumns: 'minmax(0, 1fr) 104px 128px 152px',
    gridTemplateAreas: '"name usd btc address"',
    minHeight: 42,
    containIntrinsicSize: 'auto 42px',
  },
}

interface ScrolledRowProps {
  /** Two lines. */
  narrow: boolean
  /** Cells in the areas name, usd, btc and address. */
  children: ReactNode
}

/** A row of thousands: laid out only where it is seen. */
export const ScrolledRow = ({ narrow, children }: ScrolledRowProps) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      ...shapes[narrow ? 'narrow' : 'wide'],
      alignItems: 'center',
      columnGap: 3,
      fontSize: '0.875rem',
      '& + &': { borderTop: 1, borderColor: 'line' },
      contentVisibility: 'auto',
    }}
  >
    {children}
  </Box>
)
