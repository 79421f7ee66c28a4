import Popover from '@mui/material/Popover'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/user.ts'
import { UserMenuContent } from './user-menu-content.tsx'

interface UserMenuPanelProps {
  open: boolean
  onClose: () => void
  /** It hangs below this one. */
  button: RefObject<HTMLElement | null>
  name: string
  user: User
}

export function UserMenuPanel({ open, onClose, button, name, user }: UserMenuPanelProps) {
  const { t } = useTranslation()
  return (
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
          'aria-label': t('layout.userMenu', { name }),
          sx: { width: 296, mt: '9px' },
        },
      }}
    >
      <UserMenuContent user={user} onDone={onClose} />
    </Popover>
  )
}
