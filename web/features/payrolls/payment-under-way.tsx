import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/shared/paths.ts'
import {
  type PayWait,
  payWaitOf,
  usePayWait,
  usePayWaitText,
} from '#web/shared/payments/pay-wait.ts'
import { Banner } from '#web/ui/banner.tsx'
import { usePayrollTransactions } from './api.ts'

const isLeaving = ({ type, state }: Transaction) =>
  type !== 'receive' &&
  (state === 'pendingApproval' || state === 'signed' || state === 'unconfirmed')

function textOf({ type, state, waitingFor }: Transaction) {
  if (type === 'cancel') return 'cancel'
  if (type === 'withdrawal') return waitingFor === 'approval' ? 'withdrawalApproval' : 'withdrawal'
  if (waitingFor === 'approval') return 'approval'
  return state === 'unconfirmed' ? 'processing' : 'waiting'
}

/** The transaction of a payroll that has to end before more is paid. */
export function useUnderWay(payrollId: string): Transaction | undefined {
  return usePayrollTransactions(payrollId, 1).data?.transactions.find(isLeaving)
}

/** The reason why the next payment waits, asked only where a recent transaction could be the cause. */
export function useNextPayWait(payrollId: string): PayWait | null {
  const transactions = usePayrollTransactions(payrollId, 1).data?.transactions ?? []
  const mayWait = transactions.some((one) => payWaitOf(one) !== null)
  return usePayWait(payrollId, mayWait)
}

interface PaymentUnderWayProps {
  open: Transaction | undefined
  wait: PayWait | null
}

/** Why a payroll that has just been paid lacks funds, or can't be paid yet. */
export function PaymentUnderWay({ open, wait }: PaymentUnderWayProps) {
  const { t } = useTranslation()
  const waitText = usePayWaitText()
  const transaction = open ?? wait?.transaction
  if (!transaction) return null
  return (
    <Banner
      mark={open && open.waitingFor !== 'approval' ? 'half' : 'clock'}
      action={
        <Link component={RouterLink} to={paths.transaction(transaction._id)}>
          {t('payrolls.details.seeTransaction')}
        </Link>
      }
    >
      {open ? t(`payrolls.details.underWay.${textOf(open)}`) : wait && waitText(wait)}
    </Banner>
  )
}
