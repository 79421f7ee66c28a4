import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { requiredText } from '#contract/fields.ts'
import { instantOf } from '#domain/schedule/zoned-time.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useChangeOccurrence } from '#web/shared/calendar/api.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { ChangeDialog, type ChangeFormProps } from './change-dialog.tsx'
import { localDayOf } from './months.ts'
import { ChangeRefusal } from './refused.tsx'
import { localZone } from './schedule-form.ts'

const form = z.object({ day: requiredText(10), hour: requiredText(5) })

const hourOf = (instant: string) =>
  new Intl.DateTimeFormat('sv', {
    timeZone: localZone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))

/** Another day or hour for one payday. */
export function MoveForm({ occurrence, onBack, onClose }: ChangeFormProps) {
  const { t } = useTranslation()
  const { dueAt } = occurrence
  const change = useChangeOccurrence(occurrence._id)
  const { control, handleSubmit, setError, formState } = useZodForm(form, {
    day: localDayOf(dueAt),
    hour: hourOf(dueAt),
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const send = handleSubmit(({ day, hour }) =>
    change.mutate(
      { act: 'move', body: { dueAt: instantOf(day, hour, localZone).toISOString() } },
      {
        onSuccess: () => {
          saved()
          toastSuccess(t('calendar.one.moved'))
          onClose()
        },
        onError: (error) => {
          const fault = error instanceof ApiError ? error.faults[0] : undefined
          if (fault) setError('day', { type: 'server', message: fault.message })
        },
      },
    ),
  )
  return (
    <ChangeDialog
      title={t('calendar.one.moveTitle')}
      text={t('calendar.one.moveText')}
      submit={t('ui.form.save')}
      busy={change.isPending}
      onSubmit={send}
      onBack={() => leave(onBack)}
      onClose={() => leave(onClose)}
    >
      <Grid columns={{ xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }} gap={4}>
        <TextField
          control={control}
          name="day"
          label={t('calendar.one.day')}
          type="date"
          autoFocus
        />
        <TextField control={control} name="hour" label={t('calendar.one.hour')} type="time" />
      </Grid>
      <ChangeRefusal error={change.error} fields={['dueAt']} />
    </ChangeDialog>
  )
}
