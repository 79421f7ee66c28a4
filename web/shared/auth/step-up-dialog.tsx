import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { anyPassword } from '#contract/fields.ts'
import type { StepUpAction, StepUpGiven } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { StepUpCode } from './step-up-code.tsx'
import { useStepUp } from './use-step-up.ts'

const passwordForm = z.object({ password: anyPassword })

/** The password, and a code or an assertion where the dialog has an action. */
export type StepUpEntry = StepUpGiven & { password: string }

interface StepUpDialogProps {
  onClose: () => void
  /**
   * The act whose code is sent when the dialog opens; without one the password alone is asked for.
   */
  action?: StepUpAction
  /** A recovery code does as well. */
  takesRecovery?: boolean
  /** The dialog follows another one: why, and the password typed there. */
  again?: { why: string; password: string } | undefined
  /** The text of the main button. */
  confirm: string
  /** Does what was asked for; its promise fails as the server refuses. */
  send: (entry: StepUpEntry) => Promise<unknown>
  /** While that is under way. */
  busy: boolean
}

/** Asks for the password, and for a code, before something that a session alone may not do. */
export function StepUpDialog(props: StepUpDialogProps) {
  const { onClose, action, takesRecovery = false, again, confirm, send, busy } = props
  const { t } = useTranslation()
  const stepUp = useStepUp(action ?? 'FACTORS')
  const { control, handleSubmit, setError } = useZodForm(passwordForm, {
    password: again?.password ?? '',
  })

  const waits = busy || stepUp.isWaiting
  const submit = handleSubmit(async ({ password }) => {
    if (waits) return
    const proof = action ? await stepUp.prove() : {}
    if (!proof) return
    await send({ password, ...proof }).catch((error: Error) => {
      const known = error instanceof ApiError ? error : null
      if (known?.isAboutSession) return
      if (known?.code === 'WRONG_PASSWORD' && !again) {
        setError('password', { message: error.message }, { shouldFocus: true })
      } else if (!stepUp.refused(error)) {
        // A refusal that nothing typed here would change.
        onClose()
        toastError(error.message)
      }
    })
  })

  return (
    <AppDialog
      onClose={onClose}
      title={t('stepUp.title')}
      busy={waits}
      note={t('stepUp.note')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={waits}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={waits}>
            {stepUp.isWaiting ? t('factors.key.waiting') : confirm}
          </Button>
        </>
      }
    >
      {again ? (
        <Text>{again.why}</Text>
      ) : (
        <PasswordField
          control={control}
          name="password"
          label={t('auth.field.password')}
          autoComplete="current-password"
          autoFocus
        />
      )}
      {action && (
        <StepUpCode
          stepUp={stepUp}
          takesRecovery={takesRecovery}
          isNextOfApp={again !== undefined}
        />
      )}
    </AppDialog>
  )
}
