import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { PayrollDetails } from '#web/features/payrolls/payroll-details.tsx'

/** A payroll's page with the dialog that pays it: features do not know each other. */
export function Component() {
  return <PayrollDetails PayDialog={PayDialog} />
}
