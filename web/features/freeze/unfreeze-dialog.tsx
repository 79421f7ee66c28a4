import Button from '@mui/material/Button'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { StepUpCode } from '#web/shared/auth/step-up-code.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useUnfreeze } from './api.ts'

/** From when on a code by mail counts, where it is too early. */
function waitsUntil(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'WAITS_AFTER_RESET') return null
  const { until } = error.data ?? {}
  return typeof until === 'string' ? until : null
}

/** The second half of the way out: the code, after the password was reset by mail. */
export function UnfreezeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const entry = useCodeEntry()
  const unfreeze = useUnfreeze()
  const { dateTime } = useFormat()

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = entry.whole()
    if (code === undefined || unfreeze.isPending) return
    unfreeze.mutate(code, {
      onSuccess: () => {
        onClose()
        toastSuccess(answerText('companyUnfrozen'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        const until = waitsUntil(error)
        entry.again(until ? t('freeze.unfreeze.waits', { until: dateTime(until) }) : error.message)
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('freeze.unfreeze.title')}
      busy={unfreeze.isPending}
      note={t('freeze.unfreeze.note')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={unfreeze.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={unfreeze.isPending}>
            {t('freeze.unfreeze.submit')}
          </Button>
        </>
      }
    >
      <StepUpCode action="UNFREEZE" entry={entry} />
    </AppDialog>
  )
}
