import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { PayrollDetails } from '#web/features/payrolls/payroll-details.tsx'
import { WithdrawDialog } from '#web/features/withdrawals/withdraw-dialog.tsx'

/** A payroll's page with the dialogs that move its money: features do not know each other. */
export function Component() {
  return <PayrollDetails PayDialog={PayDialog} WithdrawDialog={WithdrawDialog} />
}
