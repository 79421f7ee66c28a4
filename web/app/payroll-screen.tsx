import { UploadDialog } from '#web/features/imports/upload-dialog.tsx'
import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { PayrollDetails } from '#web/features/payrolls/payroll-details.tsx'
import { WithdrawDialog } from '#web/features/withdrawals/withdraw-dialog.tsx'

/** A payroll's page with other features' dialogs: features do not know each other. */
export function Component() {
  return (
    <PayrollDetails
      PayDialog={PayDialog}
      WithdrawDialog={WithdrawDialog}
      UploadDialog={UploadDialog}
    />
  )
}
