import { firstAnswers } from '#web/features/payrolls/api.ts'
import { PayrollDetails } from '#web/features/payrolls/payroll-details.tsx'
import { MakeSpecialRun } from '#web/features/special-runs/make-special-run.tsx'
import { PaidActions } from '#web/features/transactions/print/paid-actions.tsx'
import type { ScreenHandle } from '#web/lib/first-answers.ts'
import { soon } from '#web/ui/later.tsx'
import { UploadDialog } from './dialogs.ts'

const PayDialog = soon(
  async () => (await import('#web/features/payments/pay-dialog.tsx')).PayDialog,
)
const ScheduleDialog = soon(
  async () => (await import('#web/features/calendar/schedule-dialog.tsx')).ScheduleDialog,
)
const WithdrawDialog = soon(
  async () => (await import('#web/features/withdrawals/withdraw-dialog.tsx')).WithdrawDialog,
)
const BumpDialog = soon(
  async () => (await import('#web/features/transactions/bump-dialog.tsx')).BumpDialog,
)

export const handle: ScreenHandle = {
  firstAnswers: (client, { id = '' }) => firstAnswers(client, id),
}

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
