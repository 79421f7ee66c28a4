import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuIcon } from '#web/ui/icons/menu.tsx'
import { soon } from '#web/ui/later.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { Price } from './price.tsx'
import { UserMenu } from './user-menu.tsx'

const PhoneMenu = soon(async () => (await import('./phone-menu.tsx')).PhoneMenu)

const bar = {
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'page',
  borderBottom: 1,
  borderColor: 'line',
}

export function Header() {
  return (
    <Box
      component="header"
      sx={{
        ...bar,
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 68,
        pl: 9,
        pr: 9,
        gap: 3.5,
      }}
    >
      <Block flex={1} minWidth={0}>
        <Price />
      </Block>
      <ColorSchemeSwitch />
      <UserMenu />
    </Box>
  )
}

/** Below md: hamburger, wordmark, switch and initials; the price in a strip of its own. */
export function PhoneHeader() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <header>
      <Box sx={{ ...bar, height: 60, pl: '10px', pr: 2, gap: 1 }}>
        <IconButton
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
          aria-label={t('layout.openMenu')}
          aria-expanded={open}
          sx={{ color: 'ink', '& svg': { fontSize: 24 } }}
        >
          <MenuIcon />
        </IconButton>
        <Block flex={1} pl={1}>
          <Wordmark size={22} />
        </Block>
        <ColorSchemeSwitch />
        <UserMenu short />
      </Box>
      <Box sx={{ ...bar, justifyContent: 'center', height: 38, px: 2, overflow: 'hidden' }}>
        <Price />
      </Box>
      {wasOpened && <PhoneMenu open={open} onClose={() => setOpen(false)} />}
    </header>
  )
}
