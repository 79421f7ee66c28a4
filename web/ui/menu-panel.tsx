import Popover from '@mui/material/Popover'
import type { ReactNode, RefObject } from 'react'

interface MenuPanelProps {
  open: boolean
  onClose: () => void
  /** The panel hangs below this one. */
  button: RefObject<HTMLElement | null>
  label: string
  children: ReactNode
}

/** A MenuButton opens it. */
export const MenuPanel = ({ open, onClose, button, label, children }: MenuPanelProps) => (
  <Popover
    open={open}
    onClose={onClose}
    anchorEl={() => button.current}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-modal': true,
        'aria-label': label,
        sx: { width: 296, mt: '9px' },
      },
    }}
  >
    {children}
  </Popover>
)
