import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { inviteBody } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useInviteMember } from './api.ts'
import { RoleChoice } from './role-choice.tsx'

interface InviteValues {
  email: string
  role: Role | ''
}

const nobody: InviteValues = { email: '', role: '' }

/** 'Invitar a una persona': the mail, and what he or she will do. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const invite = useInviteMember()
  const form = useZodForm<InviteValues, typeof inviteBody>(inviteBody, nobody)
  const { control, handleSubmit, setError, formState } = form
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)

  const send = handleSubmit((body) => {
    if (invite.isPending || invite.isSuccess) return
    invite.mutate(body, {
      onSuccess: ({ awaitsApproval }) => {
        saved()
        toastSuccess(t(awaitsApproval ? 'team.invite.waits' : 'team.invite.sent'))
        onClose()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        if (error instanceof ApiError && error.code === 'EMAIL_TAKEN') {
          setError('email', { type: 'server', message: error.message }, { shouldFocus: true })
        } else if (!showFaults(error, ['email', 'role'], setError)) toastError(error.message)
      },
    })
  })

  return (
    <AppDialog
      onClose={close}
      title={t('team.invite.title')}
      busy={invite.isPending}
      onSubmit={send}
      note={t('team.invite.ends')}
      actions={
        <>
          <Button onClick={close} disabled={invite.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={invite.isPending}>
            {t('team.invite.submit')}
          </Button>
        </>
      }
    >
      <Grid gap={5}>
        <TextField
          control={control}
          name="email"
          label={t('auth.field.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoFocus
        />
        <Controller
          control={control}
          name="role"
          render={({ field, fieldState }) => (
            <RoleChoice
              value={field.value}
              onChange={field.onChange}
              inputRef={field.ref}
              fault={fieldState.error?.message}
            />
          )}
        />
      </Grid>
    </AppDialog>
  )
}
