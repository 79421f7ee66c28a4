import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TopBar } from '#web/ui/app-frame.tsx'
import { IconButton } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuIcon } from '#web/ui/icons/menu.tsx'
import { soon } from '#web/ui/later.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { Price } from './price.tsx'
import { UserMenu } from './user-menu.tsx'

const PhoneMenu = soon(async () => (await import('./phone-menu.tsx')).PhoneMenu)

export function DesktopHeader() {
  return (
    <TopBar as="header" look="wide">
      <Block flex={1} minWidth={0}>
        <Price />
      </Block>
      <ColorSchemeSwitch />
      <UserMenu />
    </TopBar>
  )
}

/** Below md: hamburger, wordmark, switch and initials; the price in a strip of its own. */
export function PhoneHeader() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <header>
      <TopBar look="phone">
        <IconButton
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
          aria-label={t('layout.openMenu')}
          aria-expanded={open}
          tone="ink"
        >
          <Icon as={MenuIcon} size={24} />
        </IconButton>
        <Block flex={1} pl={1}>
          <Wordmark size={22} />
        </Block>
        <ColorSchemeSwitch />
        <UserMenu short />
      </TopBar>
      <TopBar look="strip">
        <Price />
      </TopBar>
      {wasOpened && <PhoneMenu open={open} onClose={() => setOpen(false)} />}
    </header>
  )
}
