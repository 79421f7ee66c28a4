import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeyName } from '#contract/factors.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { rememberPasskey } from '#web/lib/passkey-place.ts'
import { makePasskey, passkeyProblem } from '#web/lib/passkeys.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { deviceName } from '#web/shared/auth/device-name.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useAddPasskey } from './api.ts'

interface AddPasskeyDialogProps {
  /** The server's challenge, after the present factor. */
  options: Record<string, unknown>
  onClose: () => void
}

function nameOfThisDevice(): string {
  const { browser, system } = deviceName(navigator.userAgent)
  return [system, browser].filter(Boolean).join(', ').slice(0, 60)
}

/** A name for the passkey, and then the browser makes it. */
export function AddPasskeyDialog({ options, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation()
  const add = useAddPasskey()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<ReturnType<typeof passkeyProblem> | null>(null)
  const { control, handleSubmit, setError, formState } = useZodForm(passkeyName, {
    name: nameOfThisDevice(),
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)
  const waits = isWaiting || add.isPending

  /** Undefined where the browser made none; it stays said until the next try. */
  async function made() {
    setProblem(null)
    setWaiting(true)
    try {
      return await makePasskey(options)
    } catch (error) {
      setProblem(passkeyProblem(error))
      return undefined
    } finally {
      setWaiting(false)
    }
  }

  const submit = handleSubmit(async ({ name }) => {
    if (waits) return
    const response = await made()
    if (!response) return
    add.mutate(
      { name, response },
      {
        onSuccess: () => {
          saved()
          rememberPasskey()
          toastSuccess(t('factors.passkeys.addedToast'))
          onClose()
        },
        onError: (error) => {
          if (showFaults(error, ['name'], setError)) return
          // The challenge is good once: another try begins with another one.
          saved()
          onClose()
          reportWrite(error)
        },
      },
    )
  })

  return (
    <AppDialog
      onClose={close}
      title={t('factors.passkeys.addTitle')}
      busy={waits}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={waits}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={waits}>
            {t(isWaiting ? 'factors.key.waiting' : 'factors.passkeys.create')}
          </Button>
        </>
      }
    >
      <Text mb={5} tone="ink2">
        {t('factors.passkeys.ask')}
      </Text>
      <TextField
        control={control}
        name="name"
        label={t('factors.passkeys.name')}
        hint={t('factors.passkeys.nameHint')}
        maxLength={60}
        autoComplete="off"
        autoFocus
      />
      {problem && (
        <Notice tone="brick" role="alert">
          {t(`factors.passkeys.${problem}`)}
        </Notice>
      )}
    </AppDialog>
  )
}
