import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { navigation } from '#web/lib/browser-navigation.ts'
import { token } from '#web/lib/session.ts'
import { AppDialog } from './app-dialog.tsx'

/**
 * Asks before a half-filled form is left. Call the returned function before going on after saving.
 * Who is signed out meanwhile goes without being asked: nothing could be saved any more.
 */
export function useUnsavedChanges(isDirty: boolean) {
  const isSaved = useRef(false)
  const keeps = () => isDirty && !isSaved.current && token() !== null
  const { pathname } = useLocation()
  const [leave, setLeave] = useState<(() => void) | null>(null)

  const asked = useRef(keeps)
  asked.current = keeps
  useEffect(
    () =>
      navigation.hold({
        keeps: (next) => asked.current() && next !== pathname,
        ask: (go) => setLeave(() => go),
      }),
    [pathname],
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (asked.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  const saved = () => {
    isSaved.current = true
  }
  return { saved, dialog: <LeaveDialog leave={leave} onStay={() => setLeave(null)} /> }
}

function LeaveDialog({ leave, onStay }: { leave: (() => void) | null; onStay: () => void }) {
  const { t } = useTranslation()
  return (
    <AppDialog
      open={leave !== null}
      onClose={onStay}
      title={t('ui.unsaved.title')}
      actions={
        <>
          <Button onClick={() => leave?.()}>{t('ui.unsaved.leave')}</Button>
          <Button variant="contained" onClick={onStay}>
            {t('ui.unsaved.stay')}
          </Button>
        </>
      }
    >
      {t('ui.unsaved.text')}
    </AppDialog>
  )
}
