import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { sayWait } from '#web/lib/wait-sentence.ts'
import { StepUpCode } from '#web/shared/auth/step-up-code.tsx'
import { useStepUp } from '#web/shared/auth/use-step-up.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnfreeze } from './api.ts'

/** The moment from which a code by mail counts, where it is too early. */
function waitsUntil(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'WAITS_AFTER_RESET') return null
  const { until } = error.data ?? {}
  return typeof until === 'string' ? until : null
}

/** The second half of the way out: the code, after the password was reset by mail. */
export function UnfreezeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const stepUp = useStepUp('UNFREEZE')
  const unfreeze = useUnfreeze()

  const waits = unfreeze.isPending || stepUp.isWaiting

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (waits) return
    const proof = await stepUp.prove()
    if (!proof) return
    unfreeze.mutate(proof, {
      onSuccess: () => {
        onClose()
        toastSuccess(successText('companyUnfrozen'))
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        if (stepUp.refused(error)) return
        const until = waitsUntil(error)
        stepUp.entry.again(
          until ? `${t('freeze.unfreeze.waits')} ${sayWait(until)}` : error.message,
        )
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('freeze.unfreeze.title')}
      busy={waits}
      note={t('freeze.unfreeze.note')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={waits}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={waits}>
            {t(stepUp.isWaiting ? 'factors.key.waiting' : 'freeze.unfreeze.submit')}
          </Button>
        </>
      }
    >
      <StepUpCode stepUp={stepUp} />
    </AppDialog>
  )
}
