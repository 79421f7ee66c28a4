import { useTranslation } from 'react-i18next'
import { skipBody } from '#contract/calendar.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useChangeOccurrence } from '#web/shared/calendar/api.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { ChangeDialog, type ChangeFormProps } from './change-dialog.tsx'
import { ChangeRefusal } from './refused.tsx'

/** Leaves a payday out, with the reason that stays on record. */
export function SkipForm({ occurrence, onBack, onClose }: ChangeFormProps) {
  const { t } = useTranslation()
  const change = useChangeOccurrence(occurrence._id)
  const { control, handleSubmit, setError, formState } = useZodForm(skipBody, { reason: '' })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const send = handleSubmit((body) =>
    change.mutate(
      { act: 'skip', body },
      {
        onSuccess: () => {
          saved()
          toastSuccess(t('calendar.one.skipped'))
          onClose()
        },
        onError: (error) => showFaults(error, ['reason'], setError),
      },
    ),
  )
  return (
    <ChangeDialog
      title={t('calendar.one.skipTitle')}
      text={t('calendar.one.skipText')}
      submit={t('calendar.one.skip')}
      busy={change.isPending}
      onSubmit={send}
      onBack={() => leave(onBack)}
      onClose={() => leave(onClose)}
    >
      <TextField
        control={control}
        name="reason"
        label={t('calendar.one.why')}
        hint={t('calendar.one.whyHint')}
        maxLength={200}
        autoFocus
      />
      <ChangeRefusal error={change.error} fields={['reason']} />
    </ChangeDialog>
  )
}
