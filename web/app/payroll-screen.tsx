import { ScheduleDialog } from '#web/features/calendar/schedule-dialog.tsx'
import { UploadDialog } from '#web/features/imports/upload-dialog.tsx'
import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { PayrollDetails } from '#web/features/payrolls/payroll-details.tsx'
import { MakeSpecialRun } from '#web/features/special-runs/make-special-run.tsx'
import { BumpDialog } from '#web/features/transactions/bump-dialog.tsx'
import { PaidActions } from '#web/features/transactions/print/paid-actions.tsx'
import { WithdrawDialog } from '#web/features/withdrawals/withdraw-dialog.tsx'

/** A payroll's page with other features' dialogs: features do not know each other. */
export function Component() {
  return (
    <PayrollDetails
      PayDialog={PayDialog}
      ScheduleDialog={ScheduleDialog}
      WithdrawDialog={WithdrawDialog}
      UploadDialog={UploadDialog}
      BumpDialog={BumpDialog}
      PaidActions={PaidActions}
      MakeSpecialRun={MakeSpecialRun}
    />
  )
}
