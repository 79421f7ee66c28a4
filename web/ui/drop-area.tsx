import Box from '@mui/material/Box'
import type { HTMLAttributes } from 'react'

interface DropAreaProps extends HTMLAttributes<HTMLElement> {
  /** A file is held over it. */
  active: boolean
}

/** Files are dropped here; beside it stands the button for those who choose one. */
export const DropArea = ({ active, ...attributes }: DropAreaProps) => (
  <Box
    {...attributes}
    sx={{
      display: 'flex',
      flexDirection: { xs: 'column', sm: 'row' },
      alignItems: { xs: 'stretch', sm: 'center' },
      columnGap: 5,
      rowGap: 3,
      px: { xs: 4, sm: 5 },
      py: 4,
      border: '1px dashed',
      borderColor: active ? 'anil' : 'lineStrong',
      borderRadius: '12px',
      bgcolor: active ? 'anilTint' : 'transparent',
      transition: 'background-color 150ms ease-out, border-color 150ms ease-out',
    }}
  />
)
