import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import type { ReactNode } from 'react'

interface CheckLineProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}

/** Something that is confirmed on purpose; its box stands in the margin. */
export function CheckLine({ checked, onChange, disabled = false, children }: CheckLineProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        ml: '-10px',
        fontWeight: 600,
        cursor: 'pointer',
      }}
    >
      <Checkbox checked={checked} disabled={disabled} onChange={(_event, on) => onChange(on)} />
      {children}
    </Box>
  )
}
