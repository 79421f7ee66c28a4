import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import type { SpecialRun } from '#contract/special-runs.ts'
import { PayDialog } from '#web/features/payments/index.ts'
import { usePayroll, usePayrollMoney } from '#web/features/payrolls/index.ts'
import { paths } from '#web/shared/paths.ts'
import { sheetSource } from '#web/shared/payments/pay-source.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

interface PaySheetProps {
  run: SpecialRun
  /** The name by which the page calls the run. */
  name: string
  isOpen: boolean
  onClose: () => void
}

/** The pay dialog of a special pay's sheet. */
export function PaySheet({ isOpen, ...props }: PaySheetProps) {
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
      source={sheetSource(run._id, name)}
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
