import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useCancelPayment } from './api.ts'

interface CancelDialogProps {
  transaction: Transaction
  /** How many would be paid by it. */
  people: number
  open: boolean
  onClose: () => void
  onCancelled: (current: Transaction) => void
}

/** Asks before what is on its way is replaced by what pays back to the payroll, and says who goes unpaid. */
export function CancelDialog(props: CancelDialogProps) {
  const { transaction, people, open, onClose, onCancelled } = props
  const { t } = useTranslation()
  const format = useFormat()
  const cancel = useCancelPayment(transaction._id)
  const isWithdrawal = transaction.type === 'withdrawal'
  const title = t(`transactions.cancel.${isWithdrawal ? 'openWithdrawal' : 'open'}`)
  const parts = transaction.payment?.count ?? 1

  function confirm() {
    if (cancel.isPending) return
    cancel.mutate(undefined, {
      onSuccess: (current) => {
        toastSuccess(answerText('transactionCancelled'))
        onCancelled(current)
      },
      onError: (error) => {
        // The same press again gets the first one's answer.
        if (!(error instanceof ApiError && error.outcomeUnknown)) onClose()
        reportWrite(error)
      },
    })
  }

  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={title}
      busy={cancel.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={cancel.isPending}>
            {t('transactions.cancel.keep')}
          </Button>
          <Button variant="contained" color="error" onClick={confirm} disabled={cancel.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <Typography>
        {t(`transactions.cancel.${isWithdrawal ? 'questionWithdrawal' : 'question'}`)}
      </Typography>
      <Typography sx={{ mt: 1, mb: 3, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {transaction.payroll.name}
      </Typography>
      <Figure usd={transaction.usd} btc={transaction.btc} />
      {people > 0 && (
        <Typography sx={{ mt: 4, fontWeight: 600, color: 'brick' }}>
          {t('transactions.cancel.people', { count: people, people: format.count(people) })}
        </Typography>
      )}
      {parts > 1 && (
        <Typography sx={{ mt: 2 }}>
          {t('transactions.cancel.allParts', { count: parts })}
        </Typography>
      )}
      <Typography variant="body2" sx={{ mt: 4, color: 'ink2' }}>
        {t('transactions.cancel.consequence')}
      </Typography>
    </AppDialog>
  )
}
