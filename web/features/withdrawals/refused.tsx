import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { payment } from '#contract/payments.ts'
import { type Transaction, transaction } from '#contract/transactions.ts'
import { ApiError } from '#web/lib/api.ts'
import { isOutcomeOpen } from '#web/lib/send-once.ts'
import { paths } from '#web/shared/paths.ts'
import { ConsolidateDeposits } from '#web/shared/payments/consolidate-deposits.tsx'
import { payWaitOf, usePayWaitText } from '#web/shared/payments/pay-wait.ts'
import { Link } from '#web/ui/controls.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RefusalProps {
  payrollId: string
  error: Error
  onReview: () => void
}

/** Why nothing was planned, and where to resolve that. */
export function WithdrawalRefusal({ payrollId, error, onReview }: RefusalProps) {
  const { t } = useTranslation()
  const waitText = usePayWaitText()
  if (!(error instanceof ApiError)) {
    return (
      <Notice tone="brick" role="alert">
        {t('errors.unexpected')}
      </Notice>
    )
  }
  if (error.isAboutSession) return null
  if (error.code === 'DEPOSITS_TO_CONSOLIDATE') return <ConsolidateDeposits payrollId={payrollId} />
  if (isOutcomeOpen(error)) {
    return (
      <Notice tone="amber" role="alert">
        {t('withdrawals.lost')}
      </Notice>
    )
  }
  const other = inTheWay(error)
  const wait = other && typeof other !== 'string' ? payWaitOf(other) : null
  const id = typeof other === 'string' ? other : other?._id
  return (
    <Notice tone="brick" role="alert">
      {wait ? waitText(wait) : error.message}{' '}
      {wait?.kind === 'withdrawal' && `${t('withdrawals.partWaits')} `}
      {id !== undefined && (
        <Link component={RouterLink} to={paths.transaction(id)}>
          {t('withdrawals.waitingOther')}
        </Link>
      )}
      {error.code === 'WALLET_AHEAD_OF_RECORDS' && (
        <Link component="button" type="button" onClick={onReview}>
          {t('withdrawals.review')}
        </Link>
      )}
    </Notice>
  )
}

/** The obstacle: a transaction that belongs to no run, or the id of a run's first one. */
function inTheWay({ code, data }: ApiError): Transaction | string | null {
  if (code !== 'PAYMENT_IN_PROGRESS') return null
  const one = transaction.safeParse(data?.transaction)
  if (one.success) return one.data
  const run = payment.safeParse(data?.payment)
  return run.data?.transactions[0]?._id ?? null
}
