import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useReject } from '#web/shared/approval/api.ts'
import { Link } from '#web/ui/controls.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'

/** The withdrawal that waits for its code and keeps the payroll from being paid; null: none does. */
export function findWaitingWithdrawal({ waitsFor }: PaymentPreview): Transaction | null {
  const isOne = waitsFor?.type === 'withdrawal' && waitsFor.waitingFor === 'approval'
  return isOne ? waitsFor : null
}

/** Nothing of it is signed: it can be rejected, and the dialog goes on. */
export function WaitingWithdrawal({ withdrawal }: { withdrawal: Transaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reject = useReject(withdrawal._id)
  return (
    <Notice tone="amber">
      {t('payments.withdrawal.text', { usd: format.usd(withdrawal.usd) })}{' '}
      <Link
        component="button"
        type="button"
        disabled={reject.isPending}
        onClick={() =>
          reject.mutate('', {
            onSuccess: () => toastSuccess(t('payments.withdrawal.done')),
            onError: reportWrite,
          })
        }
      >
        {t('payments.withdrawal.reject')}
      </Link>
    </Notice>
  )
}
