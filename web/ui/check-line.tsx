import Box from '@mui/material/Box'
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox'
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

interface CheckRowProps {
  /** 'head' is for all of a list, 'awaited' has no checkbox yet. */
  look: 'row' | 'head' | 'awaited'
  children: ReactNode
}

const checkRows = {
  row: { minHeight: 54, cursor: 'pointer' },
  awaited: { minHeight: 54 },
  head: {
    minHeight: 42,
    cursor: 'pointer',
    fontSize: '0.78125rem',
    fontWeight: 500,
    color: 'ink2',
  },
}

/** A line of a list that is a checkbox's label; the box stands in the margin. */
export function CheckRow({ look, children }: CheckRowProps) {
  return (
    <Box
      component={look === 'awaited' ? 'div' : 'label'}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: '-10px', ...checkRows[look] }}
    >
      {children}
    </Box>
  )
}

/** A small checkbox at the beginning of a table's row. */
export const CellCheckbox = (props: Omit<CheckboxProps, 'size' | 'sx'>) => (
  <Checkbox {...props} size="small" sx={{ p: 1, ml: -1 }} />
)
