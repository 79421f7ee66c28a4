import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#web/lib/full-name.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useBackCloses } from '#web/ui/back-closes.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { KeyboardArrowDownIcon } from '#web/ui/icons/keyboard-arrow-down.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { soon } from '#web/ui/later.tsx'
import { MenuButton } from '#web/ui/menu-entry.tsx'
import { Text } from '#web/ui/text.tsx'

const UserMenuPanel = soon(async () => (await import('./user-menu-panel.tsx')).UserMenuPanel)

/** Initials and name; `short` shows the initials alone. */
export function UserMenu({ short = false }: { short?: boolean }) {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useBackCloses(open, () => setOpen(false))
  if (!user) return null
  const name = fullName(user)
  return (
    <>
      <MenuButton
        ref={button}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        label={t('layout.userMenu', { name })}
        open={open}
        short={short}
      >
        <Initials first={user.firstName} last={user.lastName} />
        {!short && (
          <>
            <Text as="span" truncate>
              {name}
            </Text>
            <Icon as={KeyboardArrowDownIcon} size={19} tone="ink2" />
          </>
        )}
      </MenuButton>
      {wasOpened && (
        <UserMenuPanel
          open={open}
          onClose={() => setOpen(false)}
          button={button}
          name={name}
          user={user}
        />
      )}
    </>
  )
}
