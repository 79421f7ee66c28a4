import { useTranslation } from 'react-i18next'
import { type Passkey, passkeyName } from '#contract/factors.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useRenamePasskey } from './api.ts'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation()
  const rename = useRenamePasskey(passkey)
  const { control, handleSubmit, setError, formState } = useZodForm(passkeyName, {
    name: passkey.name,
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)

  const submit = handleSubmit(({ name }) => {
    if (rename.isPending) return
    rename.mutate(name, {
      onSuccess: () => {
        saved()
        toastSuccess(t('factors.passkeys.renamedToast'))
        onClose()
      },
      onError: (error) => {
        if (!showFaults(error, ['name'], setError)) reportWrite(error)
      },
    })
  })

  return (
    <AppDialog
      onClose={close}
      title={t('factors.passkeys.rename')}
      busy={rename.isPending}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={close} disabled={rename.isPending}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={rename.isPending}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <TextField
        control={control}
        name="name"
        label={t('factors.passkeys.name')}
        maxLength={60}
        autoComplete="off"
        autoFocus
      />
    </AppDialog>
  )
}
