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

/** Why a payroll that has just been paid lacks funds: what it had is on its way. */
export function PaymentUnderWay({ payrollId }: { payrollId: string }) {
  const { t } = useTranslation()
  const { data } = usePayrollTransactions(payrollId, 1)
  const open = data?.transactions.find(isLeaving)
  if (!open) return null
  return (
    <Banner
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
