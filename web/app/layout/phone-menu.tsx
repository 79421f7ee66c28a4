import Drawer from '@mui/material/Drawer'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBackCloses } from '#web/ui/back-closes.tsx'
import { IconButton } from '#web/ui/controls.tsx'
import { CloseIcon } from '#web/ui/icons/close.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Navigation } from './navigation.tsx'
import { PaydayRuler } from './payday-ruler.tsx'

/** The sidebar, sliding in from the left. */
export function PhoneMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  useBackCloses(open, onClose)
  // It comes with the first press, and slides in only where it was closed before.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return (
    <Drawer
      open={open && isDrawn}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('layout.navigation'),
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
      <Row justify="between" height={60} pl={7} pr={3} mb={6}>
        <Wordmark size={22} />
        <IconButton onClick={onClose} aria-label={t('layout.closeMenu')}>
          <CloseIcon />
        </IconButton>
      </Row>
      <Navigation onFollow={onClose} />
      <PaydayRuler />
    </Drawer>
  )
}
