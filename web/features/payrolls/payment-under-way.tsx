import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/lib/paths.ts'
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

/** What of a payroll is on its way out, and is to be settled before more is paid. */
export function useUnderWay(payrollId: string): Transaction | undefined {
  return usePayrollTransactions(payrollId, 1).data?.transactions.find(isLeaving)
}

/** Why a payroll that has just been paid lacks funds: what it had is on its way. */
export function PaymentUnderWay({ open }: { open: Transaction | undefined }) {
  const { t } = useTranslation()
  if (!open) return null
  return (
    <Banner
      mark={open.waitingFor === 'approval' ? 'clock' : 'half'}
      action={
        <Link component={RouterLink} to={paths.transaction(open._id)}>
          {t('payrolls.details.seeTransaction')}
        </Link>
      }
    >
      {t(`payrolls.details.underWay.${textOf(open)}`)}
    </Banner>
  )
}
