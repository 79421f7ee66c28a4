import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useCancelPayment } from './api.ts'

interface CancelDialogProps {
  transaction: Transaction
  open: boolean
  onClose: () => void
  onCancelled: (current: Transaction) => void
}

/** Asks before a payment is replaced by one that pays back to the payroll. */
export function CancelDialog({ transaction, open, onClose, onCancelled }: CancelDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const cancel = useCancelPayment(transaction._id)

  function confirm() {
    if (cancel.isPending) return
    cancel.mutate(undefined, {
      onSuccess: (current) => {
        toastSuccess(answerText('transactionCancelled'))
        onCancelled(current)
      },
      onError: (error) => {
        onClose()
        if (error instanceof ApiError && error.isAboutSession) return
        toastError(error.message)
      },
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('transactions.cancel.open')}
      question={t('transactions.cancel.question')}
      name={`${transaction.payroll.name}, ${format.usd(transaction.usd)}`}
      consequence={t('transactions.cancel.consequence')}
      confirm={t('transactions.cancel.open')}
      onConfirm={confirm}
      busy={cancel.isPending}
    />
  )
}
