import { useTranslation } from 'react-i18next'
import type { DollarLines } from '#contract/dollar-lines.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { openDollars } from '#web/shared/payments/dollars-of-run.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useMarkAll } from './api.ts'
import { ReferenceField, referenceForm } from './reference-field.tsx'

interface MarkListProps {
  paymentId: string
  list: DollarLines
  onClose: () => void
}

/** All that nobody has marked is paid, with the bank's reference. */
export function MarkListDialog({ paymentId, list, onClose }: MarkListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mark = useMarkAll(paymentId)
  const form = useZodForm(referenceForm, { reference: '' })
  const { saved, leave } = useUnsavedChanges(form.formState.isDirty)
  const close = () => leave(onClose)
  const open = format.usd(openDollars(list))
  const send = form.handleSubmit(({ reference }) => {
    if (mark.isPending || mark.isSuccess) return
    mark.mutate(
      { paid: true, reference },
      {
        onSuccess: ({ usd }) => {
          saved()
          toastSuccess(t('dollarList.saved'), format.usd(usd))
          onClose()
        },
        onError: (error) => {
          if (!showFaults(error, ['reference'], form.setError)) reportWrite(error)
        },
      },
    )
  })
  return (
    <AppDialog
      onClose={close}
      title={t('dollarList.dialog')}
      busy={mark.isPending}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close} disabled={mark.isPending}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={mark.isPending}>
            {t('dollarList.mark')}
          </Button>
        </>
      }
    >
      <Row justify="between" gap={4} pb={5} strong>
        <Text>{t('dollarList.step.all')}</Text>
        <span>{open}</span>
      </Row>
      <ReferenceField control={form.control} />
    </AppDialog>
  )
}

/** The bank never had what nobody has marked: another payment may pay it. */
export function NotSentDialog({ paymentId, list, onClose }: MarkListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mark = useMarkAll(paymentId)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('dollarList.notSent')}
      question={t('dollarList.step.notSentQuestion')}
      name={format.usd(openDollars(list))}
      consequence={t('dollarList.step.notSentConsequence')}
      confirm={t('dollarList.notSent')}
      busy={mark.isPending}
      onConfirm={() =>
        mark.mutate(
          { sent: false },
          {
            onSuccess: () => {
              toastSuccess(t('dollarList.notSentSaved'))
              onClose()
            },
            onError: reportWrite,
          },
        )
      }
    />
  )
}
