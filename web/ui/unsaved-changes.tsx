import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { token } from '#web/lib/session.ts'
import { AppDialog } from './app-dialog.tsx'

/**
 * Asks before a half-filled form is left. Call the returned function before going on after saving.
 * Who is signed out meanwhile goes without being asked: nothing could be saved any more.
 */
export function useUnsavedChanges(isDirty: boolean) {
  const isSaved = useRef(false)
  const keeps = () => isDirty && !isSaved.current && token() !== null
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      keeps() && currentLocation.pathname !== nextLocation.pathname,
  )

  const asked = useRef(keeps)
  asked.current = keeps
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
  return { saved, dialog: <LeaveDialog blocker={blocker} /> }
}

function LeaveDialog({ blocker }: { blocker: ReturnType<typeof useBlocker> }) {
  const { t } = useTranslation()
  const stay = () => blocker.reset?.()
  return (
    <AppDialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('ui.unsaved.title')}
      actions={
        <>
          <Button onClick={() => blocker.proceed?.()}>{t('ui.unsaved.leave')}</Button>
          <Button variant="contained" onClick={stay}>
            {t('ui.unsaved.stay')}
          </Button>
        </>
      }
    >
      {t('ui.unsaved.text')}
    </AppDialog>
  )
}
