import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { Amount } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { transactionQuery, useReject } from './api.ts'

interface RejectDialogProps {
  transactionId: string
  onClose: () => void
  onRejected: () => void
}

const rejectForm = z.object({ reason: optionalText() })

/** Asks for the reason, for later readers of the payment. */
export function RejectDialog({ transactionId, onClose, onRejected }: RejectDialogProps) {
  const { t } = useTranslation()
  const { data } = useQuery(transactionQuery(transactionId))
  // All that was ordered together, of which this may be a part.
  const amount = data && (data.details.approval ?? data.transaction)
  const reject = useReject(transactionId)
  const { control, handleSubmit, setError } = useZodForm(rejectForm, { reason: '' })

  const send = handleSubmit(({ reason }) => {
    if (reject.isPending || reject.isSuccess) return
    // Once it is rejected this dialog may be gone before the answer is there.
    return reject.mutateAsync(reason).then(
      () => {
        toastSuccess(answerText('paymentRejected'))
        onRejected()
      },
      (error: Error) => {
        if (!showFaults(error, ['reason'], setError)) reportWrite(error)
      },
    )
  })

  return (
    <AppDialog
      onClose={onClose}
      title={t('approval.rejectTitle')}
      busy={reject.isPending}
      onSubmit={(event) => {
        // It may stand inside another form on the screen, which is not what is sent.
        event.stopPropagation()
        void send(event)
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={reject.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={reject.isPending}>
            {t('approval.reject')}
          </Button>
        </>
      }
    >
      {amount && (
        <Block mb={4}>
          <Text mb={1} strong breakWords>
            {data.transaction.payroll.name}
          </Text>
          <Amount usd={amount.usd} btc={amount.btc} align="left" unit />
        </Block>
      )}
      <Text mb={5} tone="ink2">
        {t('approval.rejectText')}
      </Text>
      <TextField
        control={control}
        name="reason"
        label={t('approval.reason')}
        optional
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
    </AppDialog>
  )
}
