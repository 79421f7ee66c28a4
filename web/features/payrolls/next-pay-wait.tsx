import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { paths } from '#web/shared/paths.ts'
import { isUnderWay } from '#web/shared/payday/status-look.ts'
import { payWaitOf, usePayWait, usePayWaitText } from '#web/shared/payments/pay-wait.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/controls.tsx'
import { usePayrollTransactions } from './api.ts'

/** Why the next payment waits, asked only where a recent transaction could be the cause. */
export function NextPayWait({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const waitText = usePayWaitText()
  const transactions = usePayrollTransactions(payroll._id, 1).data?.transactions ?? []
  const mayWait = !isUnderWay(payroll) && transactions.some((one) => payWaitOf(one) !== null)
  const wait = usePayWait(payroll._id, mayWait)
  if (!wait) return null
  return (
    <Banner
      mark="clock"
      action={
        <Link component={RouterLink} to={paths.transaction(wait.transaction._id)}>
          {t('payrolls.details.seeTransaction')}
        </Link>
      }
    >
      {waitText(wait)}
    </Banner>
  )
}
