import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { usePayrollTransactions } from './api.ts'

/** Why a payroll that has just been paid lacks funds: what it had is on its way to its people. */
export function PaymentUnderWay({ payrollId }: { payrollId: string }) {
  const { t } = useTranslation()
  const { data } = usePayrollTransactions(payrollId, 1)
  const open = data?.transactions.find(
    ({ type, state }) =>
      type === 'send' &&
      (state === 'pendingApproval' || state === 'signed' || state === 'unconfirmed'),
  )
  if (!open) return null
  return (
    <Banner
      action={
        <Link component={RouterLink} to={paths.transaction(open._id)}>
          {t('payrolls.details.seeTransaction')}
        </Link>
      }
    >
      {t(`payrolls.details.underWay.${open.state === 'unconfirmed' ? 'processing' : 'waiting'}`)}
    </Banner>
  )
}
