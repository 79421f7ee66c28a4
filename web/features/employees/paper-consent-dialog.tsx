import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Employee } from '#contract/employees.ts'
import { optionalText } from '#contract/fields.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { usePaperConsent } from './api.ts'

interface PaperConsentDialogProps {
  people: readonly Employee[]
  onClose: () => void
  onSaved: () => void
}

const noteForm = z.object({ note: optionalText(500) })
/** The number of people who are named; the list behind the dialog has the others. */
const namesShown = 5

/** An administrator notes what people have signed on paper, or have taken back. */
export function PaperConsentDialog({ people, onClose, onSaved }: PaperConsentDialogProps) {
  const { t } = useTranslation()
  const save = usePaperConsent()
  const form = useZodForm(noteForm, { note: '' })
  const [answer, setAnswer] = useState<'yes' | 'no' | ''>('')
  const { saved, leave } = useUnsavedChanges(form.formState.isDirty || answer !== '')
  const close = () => leave(onClose)

  function send(note: string) {
    if (answer === '' || save.isPending || save.isSuccess) return
    save.mutate(
      { people, agreed: answer === 'yes', note },
      {
        onSuccess: () => {
          saved()
          toastSuccess(t('paperConsent.saved', { count: people.length }))
          onSaved()
          onClose()
        },
        onError: reportWrite,
      },
    )
  }

  const rest = people.length - namesShown
  const names = people.slice(0, namesShown).map(fullName).join(', ')
  return (
    <AppDialog
      onClose={close}
      title={t('paperConsent.title')}
      busy={save.isPending}
      onSubmit={form.handleSubmit(({ note }) => send(note))}
      note={answer === '' && t('paperConsent.choose')}
      actions={
        <>
          <Button onClick={close} disabled={save.isPending}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={answer === '' || save.isPending}>
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Text strong breakWords>
        {rest > 0 ? t('paperConsent.more', { names, count: rest }) : names}
      </Text>
      <Block py={5}>
        <RadioRows
          label={t('paperConsent.title')}
          value={answer}
          onChange={setAnswer}
          disabled={save.isPending}
          options={[
            { value: 'yes', title: t('paperConsent.yes'), detail: t('paperConsent.yesDetail') },
            { value: 'no', title: t('paperConsent.no'), detail: t('paperConsent.noDetail') },
          ]}
        />
      </Block>
      <TextField
        control={form.control}
        name="note"
        label={t('paperConsent.note')}
        hint={t('paperConsent.noteHint')}
        optional
        maxLength={500}
        autoComplete="off"
      />
    </AppDialog>
  )
}
