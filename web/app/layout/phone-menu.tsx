import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from '#web/ui/back-closes.tsx'
import { IconButton } from '#web/ui/controls.tsx'
import { CloseIcon } from '#web/ui/icons/close.tsx'
import { Row } from '#web/ui/layout.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { PaydayRuler } from './payday-ruler.tsx'

/** The sidebar, sliding in from the left. */
export function PhoneMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  useBackCloses(open, onClose)
  // The menu comes with the first press, and slides in only where it was closed before.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return (
    <SideDrawer open={open && isDrawn} onClose={onClose} label={t('layout.navigation')}>
      <Row justify="between" height={60} pl={7} pr={3} mb={6}>
        <Wordmark size={22} />
        <IconButton onClick={onClose} aria-label={t('layout.closeMenu')}>
          <CloseIcon />
        </IconButton>
      </Row>
      <Navigation onFollow={onClose} />
      <PaydayRuler />
    </SideDrawer>
  )
}
