import { accounts } from './scenes/accounts.ts'
import { approvalScenes } from './scenes/approvals.ts'
import { approvalsInDollars } from './scenes/approvals-in-dollars.ts'
import { bankSteps } from './scenes/bank-steps.ts'
import { calendar } from './scenes/calendar.ts'
import { changeScenes } from './scenes/changes.ts'
import { csvUploads } from './scenes/csv-uploads.ts'
import { dashboards } from './scenes/dashboards.ts'
import { details } from './scenes/details.ts'
import { employees } from './scenes/employees.ts'
import { freezeScenes } from './scenes/freezing.ts'
import { inDollars } from './scenes/in-dollars.ts'
import { keys } from './scenes/keys.ts'
import { modes } from './scenes/modes.ts'
import { moneyDialogs } from './scenes/money-dialogs.ts'
import { myPay } from './scenes/my-pay.ts'
import { paydays } from './scenes/paydays.ts'
import { paymentQuestions } from './scenes/payment-questions.ts'
import { payrolls } from './scenes/payrolls.ts'
import { rarePayments } from './scenes/rare-payments.ts'
import { sessionEnds } from './scenes/session-ends.ts'
import { specialRuns } from './scenes/special-runs.ts'
import { sweeps } from './scenes/sweeps.ts'
import { teams } from './scenes/teams.ts'
import { transactions } from './scenes/transactions.ts'
import { visitors } from './scenes/visitors.ts'
import type { Scene } from './stage.ts'
import type { ScreensWorld } from './world.ts'

/** Every screen and dialog: where it is, and what brings it about. None leaves anything behind. */
export const scenesOf = (world: ScreensWorld): Scene[] => [
  ...visitors(world),
  ...myPay,
  ...freezeScenes(world),
  ...dashboards,
  ...employees(world),
  ...payrolls(world),
  ...details(world),
  ...paydays(world),
  ...bankSteps(world),
  ...moneyDialogs(world),
  ...inDollars(world),
  ...calendar(world),
  ...modes(world),
  ...specialRuns(world),
  ...sweeps(world),
  ...changeScenes(world),
  ...approvalScenes(world),
  ...approvalsInDollars(world),
  ...rarePayments(world),
  ...paymentQuestions(world),
  ...csvUploads(world),
  ...transactions(world),
  ...accounts,
  ...keys,
  ...teams(world),
  ...sessionEnds,
]
