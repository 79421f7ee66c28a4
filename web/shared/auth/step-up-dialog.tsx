import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { anyPassword } from '#contract/fields.ts'
import type { StepUpAction } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { StepUpCode } from './step-up-code.tsx'

const passwordForm = z.object({ password: anyPassword })

/** The typed fields; `code` is there where the dialog has an action. */
export type StepUpEntry = { password: string; code?: string }

interface StepUpDialogProps {
  onClose: () => void
  /**
   * The act whose code is sent when the dialog opens; without one the password alone is asked for.
   */
  action?: StepUpAction
  /** On the main button. */
  confirm: string
  /** Does what was asked for; its promise fails as the server refuses. */
  send: (entry: StepUpEntry) => Promise<unknown>
  /** While that is under way. */
  busy: boolean
}

/** Asks for the password, and for a code, before something that a session alone may not do. */
export function StepUpDialog({ onClose, action, confirm, send, busy }: StepUpDialogProps) {
  const { t } = useTranslation()
  const entry = useCodeEntry()
  const { control, handleSubmit, setError } = useZodForm(passwordForm, { password: '' })

  const submit = handleSubmit(async ({ password }) => {
    if (busy) return
    const code = action ? entry.whole() : undefined
    if (action && code === undefined) return
    await send({ password, ...(code !== undefined && { code }) }).catch((error: Error) => {
      const known = error instanceof ApiError ? error : null
      if (known?.isAboutSession) return
      if (known?.code === 'WRONG_PASSWORD') {
        setError('password', { message: error.message }, { shouldFocus: true })
      } else if (known?.code === 'WRONG_CODE') entry.again(error.message)
      else {
        // Nothing that is typed here would change it.
        onClose()
        toastError(error.message)
      }
    })
  })

  return (
    <AppDialog
      onClose={onClose}
      title={t('stepUp.title')}
      busy={busy}
      note={t('stepUp.note')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <PasswordField
        control={control}
        name="password"
        label={t('auth.field.password')}
        autoComplete="current-password"
        autoFocus
      />
      {action && <StepUpCode action={action} entry={entry} />}
    </AppDialog>
  )
}
