import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { usePayroll } from '#web/features/payrolls/api.ts'
import { usePayrollMoney } from '#web/features/payrolls/payroll-money.ts'
import {
  type PaySheetProps,
  SpecialRunScreen,
} from '#web/features/special-runs/special-run-screen.tsx'
import { paths } from '#web/shared/paths.ts'
import { sheetOf } from '#web/shared/payments/pay-source.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

/** A special pay's sheet with the pay dialog: features do not know each other. */
export function Component() {
  return <SpecialRunScreen PaySheet={PaySheet} />
}

function PaySheet({ isOpen, ...props }: PaySheetProps) {
  const { run, onClose } = props
  const payroll = usePayroll(run.payroll._id)
  if (!payroll.data) {
    return (
      <DialogPresence>
        {isOpen && (
          <Waiting error={payroll.error} onRetry={() => void payroll.refetch()} onClose={onClose} />
        )}
      </DialogPresence>
    )
  }
  return <DialogPresence>{isOpen && <PayNow {...props} payroll={payroll.data} />}</DialogPresence>
}

type PayNowProps = Omit<PaySheetProps, 'isOpen'> & { payroll: Payroll }

function PayNow({ run, name, payroll, onClose }: PayNowProps) {
  const navigate = useNavigate()
  const { money } = usePayrollMoney(payroll)
  return (
    <PayDialog
      payroll={payroll}
      source={sheetOf(run._id, name)}
      incomingSats={money.incomingSats}
      onClose={onClose}
      onSeeTransactions={() => void navigate(`${paths.payroll(payroll._id)}?tab=transactions`)}
    />
  )
}

interface WaitingProps {
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** The address to fund and the name are the payroll's. */
function Waiting({ error, onRetry, onClose }: WaitingProps) {
  const { t } = useTranslation()
  return (
    <AppDialog onClose={onClose} title={t('payments.special.title')} textOnly>
      {error ? (
        <LoadFailed error={error} onRetry={onRetry} />
      ) : (
        <div role="status" aria-label={t('ui.loading')}>
          <TextSkeleton width={220} />
        </div>
      )}
    </AppDialog>
  )
}
