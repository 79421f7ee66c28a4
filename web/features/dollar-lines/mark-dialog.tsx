import { useTranslation } from 'react-i18next'
import type { DollarLine } from '#contract/dollar-lines.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { type Marked, useMark } from './api.ts'
import { ReferenceField, referenceForm } from './reference-field.tsx'

interface MarkDialogProps {
  paymentId: string
  line: DollarLine
  onClose: () => void
}

/** A line is paid, with the bank's reference; or that was a mistake; or the bank never had it. */
export function MarkDialog({ paymentId, line, onClose }: MarkDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mark = useMark(paymentId)
  const form = useZodForm(referenceForm, { reference: line.reference })
  const { saved, leave } = useUnsavedChanges(form.formState.isDirty)
  const close = () => leave(onClose)

  function send(body: Marked, said: string) {
    if (mark.isPending || mark.isSuccess) return
    mark.mutate(
      { line, body },
      {
        onSuccess: () => {
          saved()
          toastSuccess(said, line.name)
          onClose()
        },
        onError: (error) => {
          if (!showFaults(error, ['reference'], form.setError)) reportWrite(error)
        },
      },
    )
  }

  return (
    <AppDialog
      onClose={close}
      title={t('dollarList.dialog')}
      busy={mark.isPending}
      onSubmit={form.handleSubmit(({ reference }) =>
        send({ paid: true, reference }, t('dollarList.saved')),
      )}
      actions={
        <>
          {line.paid ? (
            <Button
              onClick={() => send({ paid: false, reference: '' }, t('dollarList.undone'))}
              disabled={mark.isPending}
            >
              {t('dollarList.undo')}
            </Button>
          ) : line.sent ? (
            <Button
              onClick={() => send({ sent: false }, t('dollarList.notSentSaved'))}
              disabled={mark.isPending}
            >
              {t('dollarList.notSent')}
            </Button>
          ) : (
            <Button onClick={close} disabled={mark.isPending}>
              {t('ui.form.cancel')}
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={mark.isPending}>
            {t(line.paid ? 'ui.form.save' : 'dollarList.mark')}
          </Button>
        </>
      }
    >
      <Row justify="between" gap={4} pb={5} strong>
        <Text breakWords>{line.name}</Text>
        <span>{format.usd(line.usd)}</span>
      </Row>
      <ReferenceField control={form.control} />
    </AppDialog>
  )
}
