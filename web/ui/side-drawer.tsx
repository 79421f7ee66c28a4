import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'

interface SideDrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** Slides in from the left of a phone. */
export const SideDrawer = ({ open, onClose, label, children }: SideDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-modal': true,
        'aria-label': label,
        sx: {
          width: 272,
          maxWidth: '85vw',
          bgcolor: 'page',
          borderRight: 1,
          borderColor: 'line',
        },
      },
    }}
  >
    {children}
  </Drawer>
)
