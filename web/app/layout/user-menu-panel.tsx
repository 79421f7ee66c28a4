import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/user.ts'
import { MenuPanel } from '#web/ui/menu-panel.tsx'
import { UserMenuContent } from './user-menu-content.tsx'

interface UserMenuPanelProps {
  open: boolean
  onClose: () => void
  /** The menu opens below this button. */
  button: RefObject<HTMLElement | null>
  name: string
  user: User
}

export function UserMenuPanel({ open, onClose, button, name, user }: UserMenuPanelProps) {
  const { t } = useTranslation()
  return (
    <MenuPanel open={open} onClose={onClose} button={button} label={t('layout.userMenu', { name })}>
      <UserMenuContent user={user} onDone={onClose} />
    </MenuPanel>
  )
}
