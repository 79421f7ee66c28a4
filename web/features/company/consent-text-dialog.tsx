import { useTranslation } from 'react-i18next'
import { type ConsentText, consentTextBody } from '#contract/consents.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Field } from '#web/ui/field.tsx'
import { useField } from '#web/ui/form-fields.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useConsentText, useSaveConsentText } from './staff-api.ts'

/** The text to which people agree, in the language of the screen; saved, it is a new version. */
export function ConsentTextDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useConsentText()
  if (data) return <Editing present={data} onClose={onClose} />
  return (
    <AppDialog onClose={onClose} title={t('staffRules.text.title')} size="progress">
      {error ? (
        <LoadFailed title={t('staffRules.text.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <FieldSkeleton />
      )}
    </AppDialog>
  )
}

function Editing({ present, onClose }: { present: ConsentText; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useSaveConsentText()
  const form = useZodForm(consentTextBody, { text: present.text })
  const { control, handleSubmit, setError, formState } = form
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)
  const { field, frame, input, described } = useField({
    control,
    name: 'text',
    label: `${t('staffRules.text.label')} · ${t('staffRules.text.version', { version: present.version })}`,
    hint: t('staffRules.text.note'),
    keepHint: true,
  })

  const send = handleSubmit((body) => {
    if (save.isPending || save.isSuccess) return
    save.mutate(body, {
      onSuccess: () => {
        saved()
        toastSuccess(t('staffRules.text.saved'))
        onClose()
      },
      onError: (error) => {
        if (!showFaults(error, ['text'], setError)) reportWrite(error)
      },
    })
  })

  return (
    <AppDialog
      onClose={close}
      title={t('staffRules.text.title')}
      size="progress"
      busy={save.isPending}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close} disabled={save.isPending}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={save.isPending || !formState.isDirty}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Field {...frame}>
        <TextInput
          {...input}
          multiline
          minRows={8}
          maxRows={16}
          fullWidth
          value={field.value}
          onChange={field.onChange}
          slotProps={{ input: { ...described, maxLength: 4_000 } }}
          height="auto"
          py={3}
        />
      </Field>
    </AppDialog>
  )
}
