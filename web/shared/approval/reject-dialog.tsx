import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { optionalText } from '#contract/fields.ts'
import { successText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { Amount } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { transactionDetailsQuery, useReject } from './api.ts'
import type { useRejectApproval } from './approvals-api.ts'

interface Closing {
  onClose: () => void
  onRejected: () => void
}

interface RejectFormProps extends Closing {
  /** The payment or change to reject, above the sentence. */
  head: ReactNode
  text: string
  done: string
  reject: ReturnType<typeof useReject> | ReturnType<typeof useRejectApproval>
}

const rejectForm = z.object({ reason: optionalText() })

/** A payment or withdrawal that waits for a code. */
export function RejectDialog({ transactionId, ...closing }: Closing & { transactionId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(transactionDetailsQuery(transactionId))
  // All that was ordered together, of which this may be a part.
  const amount = data && (data.details.approval ?? data.transaction)
  return (
    <RejectForm
      {...closing}
      head={amount && <RejectHead title={data.transaction.payroll.name} amount={amount} />}
      text={t('approval.rejectText')}
      done={successText('paymentRejected')}
      reject={useReject(transactionId)}
    />
  )
}

interface RejectHeadProps {
  title: string
  amount: { usd: number; btc?: string | undefined } | null
}

export function RejectHead({ title, amount }: RejectHeadProps) {
  return (
    <Block mb={4}>
      <Text mb={1} strong breakWords>
        {title}
      </Text>
      {amount && <Amount usd={amount.usd} btc={amount.btc} align="left" unit />}
    </Block>
  )
}

/** Asks for the reason, for later readers. */
export function RejectForm({ head, text, done, reject, onClose, onRejected }: RejectFormProps) {
  const { t } = useTranslation()
  const { control, handleSubmit, setError, formState } = useZodForm(rejectForm, { reason: '' })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)

  const send = handleSubmit(({ reason }) => {
    if (reject.isPending || reject.isSuccess) return
    // Once it is rejected this dialog may be gone before the answer is there.
    return reject.mutateAsync(reason).then(
      () => {
        saved()
        toastSuccess(done)
        onRejected()
      },
      (error: Error) => {
        if (!showFaults(error, ['reason'], setError)) reportWrite(error)
      },
    )
  })

  return (
    <AppDialog
      onClose={close}
      title={t('approval.rejectTitle')}
      busy={reject.isPending}
      onSubmit={(event) => {
        // The dialog may stand inside another form on the screen, which must not be sent.
        event.stopPropagation()
        void send(event)
      }}
      actions={
        <>
          <Button onClick={close} disabled={reject.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={reject.isPending}>
            {t('approval.reject')}
          </Button>
        </>
      }
    >
      {head}
      <Text mb={5} tone="ink2">
        {text}
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
