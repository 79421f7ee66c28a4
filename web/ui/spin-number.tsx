import Box from '@mui/material/Box'
import type { KeyboardEvent } from 'react'

interface SpinNumberProps {
  label: string
  value: number
  atMost: number
  onKeyDown: (event: KeyboardEvent) => void
}

/** A number from 0 on that the arrow keys change, between its two buttons. */
export const SpinNumber = ({ label, value, atMost, onKeyDown }: SpinNumberProps) => (
  <Box
    role="spinbutton"
    tabIndex={0}
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={atMost}
    onKeyDown={onKeyDown}
    sx={{
      minWidth: 32,
      textAlign: 'center',
      fontFamily: '"Besley Variable", Georgia, serif',
      fontSize: '1.375rem',
      lineHeight: 1,
      borderRadius: '4px',
      '&:focus-visible': { outline: '2px solid', outlineColor: 'anil', outlineOffset: 2 },
    }}
  >
    {value}
  </Box>
)
