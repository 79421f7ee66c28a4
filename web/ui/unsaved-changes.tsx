import Button from '@mui/material/Button'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { token } from '#web/lib/session.ts'
import { AppDialog } from './app-dialog.tsx'
import { DialogPresence } from './dialog-presence.tsx'

/**
 * Asks before a half-filled form is left. Call the returned function before going on after saving.
 * After signing out nobody is asked: nothing could be saved any more.
 */
export function useUnsavedChanges(isDirty: boolean) {
  const { t } = useTranslation()
  const isSaved = useRef(false)
  const wouldLose = useCallback(() => isDirty && !isSaved.current && token() !== null, [isDirty])
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      wouldLose() && currentLocation.pathname !== nextLocation.pathname,
    [wouldLose],
  )
  const blocker = useBlocker(shouldBlock)
  useBeforeUnload((event) => {
    if (wouldLose()) event.preventDefault()
  })

  const stay = () => blocker.reset?.()
  const dialog = (
    <DialogPresence>
      {blocker.state === 'blocked' && (
        <AppDialog
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
      )}
    </DialogPresence>
  )
  const saved = () => {
    isSaved.current = true
  }
  return { saved, dialog }
}
