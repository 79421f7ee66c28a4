import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import type { ReactNode } from 'react'

interface CheckLineProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The usual weight: what is ticked is said in another sentence. */
  plain?: boolean
  children: ReactNode
}

/** Something that is confirmed on purpose; its box stands in the margin. */
export function CheckLine(props: CheckLineProps) {
  const { checked, onChange, disabled = false, plain = false, children } = props
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        ml: '-10px',
        fontWeight: plain ? 400 : 600,
        ...(disabled ? { color: 'ink2' } : { cursor: 'pointer' }),
      }}
    >
      <Checkbox checked={checked} disabled={disabled} onChange={(_event, on) => onChange(on)} />
      {children}
    </Box>
  )
}
